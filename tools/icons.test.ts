import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { copySources } from '../tests/fixtures/copy-sources.ts';

it('says what to install without Chromium, and writes no icon', async () => {
  const sources = copySources();
  onTestFinished(sources.remove);
  const icon = 'src/content/images/favicon.svg';
  sources.write(icon, 'As it was');
  const env = { ...process.env, CHROMIUM: '/nowhere/chromium' };
  const running = promisify(execFile)(process.execPath, ['tools/icons.ts'], {
    cwd: sources.folder,
    env,
  });
  await expect(running).rejects.toMatchObject({
    code: 1,
    stderr: `No icon is written: /nowhere/chromium does not start. Run "npx playwright install --only-shell --with-deps chromium", or name another Chromium in CHROMIUM.\n`,
  });
  expect(sources.read(icon)).toBe('As it was');
});
