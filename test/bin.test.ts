import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copySources } from './copy-sources.ts';
import { temporaryFolder } from './temporary-store.ts';

/** Runs the file that package.json names as `inquiries`, in another folder. */
function run(...argv: string[]) {
  const bin = `${process.cwd()}/bin/inquiries.js`;
  return new Promise<{ exitCode: number; stdout: string; stderr: string }>((resolve) => {
    execFile(bin, argv, { cwd: temporaryFolder() }, (error, stdout, stderr) =>
      resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

describe('the command inquiries', () => {
  it('runs from any folder', async () => {
    const { exitCode, stdout } = await run('help');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('list [--status STATUS]');
  });

  it('ends as what it runs', async () => {
    const { exitCode, stderr } = await run('lst');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining('Did you mean "list"?'),
    });
  });
});

describe('the program of the server', () => {
  it('says what to do where nothing was built yet', () => {
    const sources = copySources();
    onTestFinished(() => sources.remove());
    const { status, stderr } = spawnSync(process.execPath, [`${sources.folder}/bin/serve.js`]);
    expect(String(stderr)).toContain('Run npm run build first');
    expect(status).toBe(1);
  });

  it('is started with the same options by npm, systemd and in a container', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const command = String(scripts.serve);
    expect(scripts.start).toBe(command);
    expect(readFileSync('docs/examples/website.service', 'utf8')).toContain(`/.bin/${command}\n`);
    const words = command.split(' ').map((word) => `"${word}"`);
    expect(readFileSync('Containerfile', 'utf8')).toContain(`CMD [${words.join(', ')}]`);
  });
});
