import { setTimeout as sleep } from 'node:timers/promises';

export interface Loop {
  /** Ends the sleep. During a run, skips the sleep after it. */
  wake: () => void;
  /** Starts no more runs. Resolves when the current one has ended. */
  stop: () => Promise<void>;
}

/**
 * Calls `run` repeatedly until the loop is stopped, which aborts the signal. Between runs, sleeps
 * for the milliseconds that `run` resolves to, or until woken. `run` must not reject.
 */
export function startLoop(run: (stopSignal: AbortSignal) => Promise<number>): Loop {
  const stopping = new AbortController();
  let waking = new AbortController();
  const stopped = runUntilStopped();

  async function runUntilStopped() {
    while (!stopping.signal.aborted) {
      // Create the controller before the run, or a wake-up during the run would be missed.
      waking = new AbortController();
      const { signal } = waking;
      const sleepMs = await run(stopping.signal);
      // The sleep rejects when the loop is woken.
      await sleep(sleepMs, undefined, { signal }).catch(() => undefined);
    }
  }

  return {
    wake: () => waking.abort(),
    stop() {
      stopping.abort();
      waking.abort();
      return stopped;
    },
  };
}
