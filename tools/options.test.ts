import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const programs = {
  build: 'tools/build.ts',
  dev: 'tools/dev.ts',
  icons: 'tools/icons.ts',
  fonts: 'tools/fonts.ts',
  screens: 'bench/screens.ts',
};

const run = (...args: string[]) => promisify(execFile)(process.execPath, args, { timeout: 10_000 });

describe.each(Object.entries(programs))('npm run %s', (name, program) => {
  it('explains its options', async () => {
    const { stdout, stderr } = await run(program, '--help');
    expect(stdout).toMatch(`Usage: npm run ${name}`);
    expect(stderr).toBe('');
  });

  it('names an option that it does not know, and does nothing', async () => {
    await expect(run(program, '--sampel')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^error: unknown option '--sampel'\n[^]*\nUsage: npm run \w+ .*\n/,
      ) as string,
    });
  });
});
