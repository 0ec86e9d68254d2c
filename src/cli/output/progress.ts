import type { CliContext } from '../context.ts';

const showAfterMs = 500;
const refreshMs = 100;
const clearLine = '\r\u001b[K';

export interface ProgressOptions {
  /** Label such as "Deleting". */
  label: string;
  /** Total count; a function is called only if progress is shown. */
  total?: number | (() => Promise<number>);
  /** Hides the progress if `stdout` is a terminal too, because data is written there. */
  writesData?: boolean;
}

/**
 * Runs `task` and, if `stderr` is a terminal, shows its progress there after half a second in one
 * line, which is cleared at the end.
 */
export async function withProgress<Result>(
  { stdout, stderr, clock }: CliContext,
  { label: what, total, writesData = false }: ProgressOptions,
  task: (onProgress: (done: number) => void) => Promise<Result>,
): Promise<Result> {
  if (!stderr.isTTY || (writesData && stdout.isTTY)) return task(() => undefined);

  let nextShownAt = clock() + showAfterMs;
  let isShown = false;
  const count = typeof total === 'function' ? await total() : total;
  const of = count === undefined ? '' : ` of ${count.toLocaleString('en')}`;
  try {
    return await task((done) => {
      if (clock() < nextShownAt) return;
      nextShownAt = clock() + refreshMs;
      isShown = true;
      stderr.write(`${clearLine}${what}: ${done.toLocaleString('en')}${of}`);
    });
  } finally {
    if (isShown) stderr.write(clearLine);
  }
}
