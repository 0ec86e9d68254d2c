import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { copySources } from '../tests/fixtures/copy-sources.ts';

it('a build stops at facts that it cannot use and images that the server cannot serve', async () => {
  const sources = copySources();
  onTestFinished(sources.remove);
  const facts = sources.read('src/content/firm.ts');
  const heroImage = "firm.heroImage = { url: '/own-{width}.jpg', widths: [640, 960] };";
  sources.write('src/content/firm.ts', `${facts}firm.timeZone = 'Atlantis';\n${heroImage}\n`);
  sources.write('src/content/images/own-640.jpg', '');
  expect(await build(sources.folder)).toBe(`Build stopped.
src/content/firm.ts: firm.timeZone is not a time zone of the IANA database such as Europe/Paris.
src/content/firm.ts: heroImage needs src/content/images/own-960.jpg.
`);
  sources.write('src/content/firm.ts', facts);
  sources.write('src/content/images/team.heic', '');
  expect(await build(sources.folder)).toMatch(/^Build stopped\.\n.*team\.heic cannot be served/);
});

const build = (cwd: string) =>
  promisify(execFile)(process.execPath, ['tools/build.ts'], { cwd }).then(
    () => 'Built',
    ({ stderr }: { stderr: string }) => stderr,
  );
