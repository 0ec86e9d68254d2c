import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export type Runner = ReturnType<typeof createRunner>;

/** Creates functions that run programs and browser tests in a copy of the sources. */
export function createRunner(folder: string) {
  /** Runs a Node program. Resolves to its output, or throws it. */
  async function run(
    program: string,
    args: string[] = [],
    settings: Record<string, string> = {},
  ): Promise<string> {
    // Vitest's NODE_ENV would build React for development.
    const env = { ...process.env, NODE_ENV: 'production', ...settings };
    try {
      const options = { cwd: folder, env, maxBuffer: 2 ** 26 };
      return (await promisify(execFile)(process.execPath, [program, ...args], options)).stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${program} failed:\n${(stdout + stderr).slice(-4000)}`, { cause: error });
    }
  }

  function runBrowserTests(specs: string[], settings: Record<string, string> = {}) {
    const files = specs.map((name) => `tests/e2e/${name}.spec.ts`);
    const program = 'node_modules/@playwright/test/cli.js';
    return run(program, ['test', '--reporter=line', ...files], settings);
  }

  return { run, runBrowserTests };
}
