import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { copySources, type SourcesCopy } from '../tests/fixtures/copy-sources.ts';
import { describeExceededBudgets } from './measure-bytes.ts';

it('a build warns of a page that is too large for a round trip, and names page and edit', async () => {
  const sources = copySources();
  onTestFinished(sources.remove);
  const facts = sources.read('src/content/firm.ts');
  // Each page has it, and does not compress well.
  const text = Array.from({ length: 3000 }, (_, index) => (index ** 5 % 9973).toString(36)).join();
  sources.write('src/content/firm.ts', `${facts}\nfirm.disclaimer = '${text}';\n`);
  expect(await buildWithWarnings(sources)).toMatch(
    /^Warning: \/[\w-]* has [\d,]+ B compressed, [\d,]+ more than the budget\. A larger page may wait for a second round trip: shorten its texts, or raise atMost in tools\/measure-bytes\.ts\.$/m,
  );
}, 60_000);

it('a budget is exceeded by one byte', () => {
  const scripts = { name: '', unit: 'B', subject: 'It has', remedy: 'Shorten it' } as const;
  const describe = (value: number) =>
    describeExceededBudgets([{ ...scripts, value, atMost: 118_000 }]);
  expect(describe(118_000)).toEqual([]);
  expect(describe(118_001)).toEqual([
    'It has 118,001 B compressed, 1 more than the budget. Shorten it, or raise atMost in tools/measure-bytes.ts.',
  ]);
});

async function buildWithWarnings({ folder: cwd }: SourcesCopy) {
  // With the NODE_ENV of Vitest, the build would use the development version of React.
  const env = { ...process.env, NODE_ENV: 'production' };
  return (await promisify(execFile)(process.execPath, ['tools/build.ts'], { cwd, env })).stderr;
}
