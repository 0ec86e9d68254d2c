import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { LoadFigures, LoadRequest } from './load-generator.ts';

const program = path.resolve(import.meta.dirname, 'load-generator.ts');

/** Puts a server under load, from a process of its own. */
export async function load(request: LoadRequest): Promise<LoadFigures> {
  const generator = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  generator.stdin.end(JSON.stringify(request));
  const printed = await text(generator.stdout);
  if (!printed) throw new Error(`The load generator could not use ${request.url}`);
  return JSON.parse(printed) as LoadFigures;
}
