import type { CliContext } from '../command.ts';
import { formatNumber } from './format.ts';

const delayMs = 1000;
const intervalMs = 100;

/**
 * Runs a task. On a terminal, shows its progress after a second, in numbers if the task reports
 * them.
 */
export async function showProgress<Result>(
  { stderr }: CliContext,
  title: string,
  task: (update: (done: number, total: number) => void) => Promise<Result>,
): Promise<Result> {
  if (stderr.columns === undefined) return task(() => undefined);
  let text = title;
  /** Monotonic time from which an update is shown. */
  let nextShowMs = performance.now() + delayMs;
  let isShown = false;
  const show = () => {
    isShown = true;
    nextShowMs = performance.now() + intervalMs;
    stderr.write(`\r\x1b[K${text} …`);
  };
  const timer = setTimeout(show, delayMs).unref();
  try {
    return await task((done, total) => {
      text = `${title}: ${formatNumber(done)} of ${formatNumber(total)}`;
      if (performance.now() >= nextShowMs) show();
    });
  } finally {
    clearTimeout(timer);
    if (isShown) stderr.write('\r\x1b[K');
  }
}
