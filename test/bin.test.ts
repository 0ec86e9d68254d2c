import { execFile } from 'node:child_process';
import { describe, expect, it } from 'vitest';
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
