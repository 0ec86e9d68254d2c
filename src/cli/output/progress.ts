import type { CliContext } from '../context.ts';

const showAfterMs = 500;
const refreshMs = 100;
const clearLine = '\r\u001b[K';

export interface ProgressOptions {
  /** What is being done, such as "Erasing". */
  label: string;
  /** Of how many; asked for only where it is shown. */
  total?: number | (() => Promise<number>);
  /** Data is written to `stdout` meanwhile: nothing is shown where that is a terminal as well. */
  writesData?: boolean;
}

/**
 * Does `work`, which tells how much it has done. On a terminal that is shown, once it takes longer
 * than half a second, in one line of `stderr` that is gone at the end.
 */
export async function withProgress<Result>(
  { stdout, stderr, clock }: CliContext,
  { label: what, total, writesData = false }: ProgressOptions,
  work: (onProgress: (done: number) => void) => Promise<Result>,
): Promise<Result> {
  if (!stderr.isTTY || (writesData && stdout.isTTY)) return work(() => undefined);

  let nextShownAt = clock() + showAfterMs;
  let isShown = false;
  const count = typeof total === 'function' ? await total() : total;
  const of = count === undefined ? '' : ` of ${count.toLocaleString('en')}`;
  try {
    return await work((done) => {
      if (clock() < nextShownAt) return;
      nextShownAt = clock() + refreshMs;
      isShown = true;
      stderr.write(`${clearLine}${what}: ${done.toLocaleString('en')}${of}`);
    });
  } finally {
    if (isShown) stderr.write(clearLine);
  }
}
