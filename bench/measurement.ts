import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { chromium } from '@playwright/test';
import { startServer } from '../tools/start-server.ts';

/**
 * A row in the table of results. The limits apply to the ratio if there is one, otherwise to the
 * value.
 */
export interface Measurement {
  name: string;
  value: number;
  /** Unit such as `B`, `ms`, `MB` or `/s`. */
  unit: string;
  /** Ratio of the value to that of the baseline. */
  ratio?: number;
  atLeast?: number;
  atMost?: number;
}

/**
 * Measures ours and a baseline alternately, so that other load affects both, in an odd number of
 * rounds after a warm-up. Resolves to the median of our values and that of the ratios.
 */
export async function compare<Subject>(
  measure: (subject: Subject) => Promise<number>,
  [ours, baseline]: readonly [Subject, Subject],
  rounds = 3,
): Promise<{ value: number; ratio: number }> {
  const values: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const value = await measure(ours);
    values.push(value);
    ratios.push(value / (await measure(baseline)));
  }
  return { value: median(values.slice(1)), ratio: median(ratios.slice(1)) };
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[(values.length - 1) / 2] ?? NaN;

export const createFolder = () => mkdtempDisposableSync(`${tmpdir()}/bench-`);

/** Starts a server of the last build, by default with an empty store. */
export async function startSite(settings: Record<string, string> = {}) {
  const folder = createFolder();
  const server = startServer({ DATA_DIR: folder.path, ...settings });
  return {
    origin: await server.url,
    pid: server.pid ?? 0,
    async [Symbol.asyncDispose]() {
      server.kill('SIGTERM');
      await server.exited;
      folder.remove();
    },
  };
}

/** Reads the processor time of a process in milliseconds (Linux only, with ticks of 10 ms). */
export function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** Launches Playwright's Chromium, or the one that `CHROMIUM` names. */
export const launchBrowser = (...args: string[]) =>
  chromium.launch({ executablePath: process.env['CHROMIUM'] ?? chromium.executablePath(), args });
