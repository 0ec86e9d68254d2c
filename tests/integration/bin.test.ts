import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copySources } from '../fixtures/copy-sources.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

/** Runs bin/inquiries.js in another folder. */
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
    expect(stdout).toContain('list [options]');
  });

  it('reports where it read its settings if there is no store', async () => {
    const { exitCode, stderr } = await run('list');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^There is no store at \/.*\[NO_STORE\]\nSettings were read from the environment \(there is no \/\S+\.env\)\. DATA_DIR is not set\. /,
    );
  });

  it('exits with the code of the program it runs', async () => {
    const { exitCode, stderr } = await run('lst');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining('Did you mean list?'),
    });
  });
});

describe('the command inquiries without the package node', () => {
  /** Runs the command in an installation without packages, whose program prints its arguments. */
  function runWithoutPackage(...options: string[]) {
    const folder = temporaryFolder();
    for (const name of ['bin', 'package.json']) {
      cpSync(name, path.join(folder, name), { recursive: true });
    }
    mkdirSync(path.join(folder, 'src/cli'), { recursive: true });
    writeFileSync(
      path.join(folder, 'src/cli/main.ts'),
      'console.log(process.argv.slice(2) as string[]);',
    );
    symlinkSync(path.join(folder, 'bin/inquiries.js'), path.join(folder, 'inquiries'));
    const argv = [...options, path.join(folder, 'inquiries'), 'list'];
    const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  }

  it('runs in the current Node, also through a symlink', () => {
    expect(runWithoutPackage()).toEqual({ status: 0, output: "[ 'list' ]\n" });
  });

  it('explains what to do if that Node is too old', () => {
    const older = `Object.defineProperty(process, 'versions', { value: { node: '24.9.0' } })`;
    const { status, output } = runWithoutPackage(`--import=data:text/javascript,${older}`);
    expect(status).toBe(1);
    expect(output).toMatch(
      /Run "npm ci" in the website's folder, or run this command with Node 26 or newer\./,
    );
  });
});

describe('the server program', () => {
  it('explains what to do if there is no build', () => {
    const sources = copySources();
    onTestFinished(() => sources.remove());
    const { status, stderr } = spawnSync(process.execPath, [`${sources.folder}/bin/serve.js`]);
    expect(String(stderr)).toContain('Run npm run build first');
    expect(status).toBe(1);
  });

  it('has the same Node options in npm, systemd and the container', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const command = String(scripts.serve);
    expect(scripts.start).toBe(command);
    expect(readFileSync('docs/examples/website.service', 'utf8')).toContain(`/.bin/${command}\n`);
    const words = command.split(' ').map((word) => `"${word}"`);
    expect(readFileSync('Containerfile', 'utf8')).toContain(`CMD [${words.join(', ')}]`);
  });
});
