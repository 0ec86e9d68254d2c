import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Runs a program that ends with the test at the latest. */
export function startProgram(file: string, args: string[], environment = process.env) {
  const program = spawn(file, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(program, 'exit');
  const closed = once(program, 'close');
  onTestFinished(async () => {
    program.kill();
    await exited;
  });
  let output = '';
  const streams = [program.stdout, program.stderr];
  for (const stream of streams) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  return {
    /** All that it prints, once it has ended by itself. */
    output: () => closed.then(() => output),
    /** What the pattern's first group finds in its output so far. Rejects where it ends before. */
    printed: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output)?.[1];
          if (found) resolve(found);
        };
        for (const stream of streams) stream.on('data', look);
        void exited.then(() => reject(new Error(`${file} ended: ${output}`)));
      }),
  };
}

/** A folder for what a browser keeps. Some of its processes end a little after it. */
export async function browserFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'browser-'));
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 10 }));
  return folder;
}
