import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { copySources } from '../fixtures/copy-sources.ts';

it('a build warns of icons with an earlier mark, until npm run icons draws them', async () => {
  const sources = copySources();
  onTestFinished(sources.remove);
  const run = (program: string) =>
    promisify(execFile)(process.execPath, [program], {
      cwd: sources.folder,
      // Vitest's NODE_ENV would build React for development.
      env: { ...process.env, NODE_ENV: 'production' },
    });
  await run('tools/icons.ts');
  const mark = '<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
  sources.write('src/content/mark.svg', mark);
  const warning = 'the icons and share.png show an earlier mark';
  expect((await run('tools/build.ts')).stderr).toContain(warning);
  await run('tools/icons.ts');
  expect(sources.read('src/content/images/favicon.svg')).toContain('d="M0 0h9v9z"');
  expect((await run('tools/build.ts')).stderr).not.toContain(warning);
});
