import type { CliContext } from '../context.ts';

const delayMs = 1000;
const intervalMs = 100;

export interface Progress {
  update(done: number, total: number): void;
  /** Clears the line. */
  end(): void;
}

/** Shows on a terminal, after a second, how much of a task is done; without numbers, that it runs. */
export function startProgress({ stderr }: CliContext, task: string): Progress {
  const isTerminal = stderr.columns !== undefined;
  let text = task;
  let nextAt = performance.now() + delayMs;
  let isShown = false;
  const show = () => {
    isShown = true;
    nextAt = performance.now() + intervalMs;
    stderr.write(`\r\x1b[K${text} …`);
  };
  const timer = setTimeout(() => isTerminal && show(), delayMs).unref();
  return {
    update(done, total) {
      text = `${task}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
      if (isTerminal && performance.now() >= nextAt) show();
    },
    end() {
      clearTimeout(timer);
      if (isShown) stderr.write('\r\x1b[K');
    },
  };
}
