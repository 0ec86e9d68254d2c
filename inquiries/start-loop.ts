import { createAlarm, sleep } from './delivery/alarm.ts';

export interface Loop {
  /** Looks for what is due right now. */
  wake(): void;
  /** Ends after what is under way. */
  stop(): Promise<void>;
}

/**
 * Works until it is stopped, which `work` sees by its signal, and sleeps in between: for as many
 * milliseconds as `work` resolves to, or until it is woken.
 */
export function startLoop(work: (stopped: AbortSignal) => Promise<number>): Loop {
  const alarm = createAlarm();
  const stopping = new AbortController();
  const ended = workUntilStopped();
  return { wake: alarm.ring, stop };

  async function workUntilStopped() {
    while (!stopping.signal.aborted) {
      const woken = alarm.next();
      await sleep(await work(stopping.signal), woken);
    }
  }

  function stop() {
    stopping.abort();
    alarm.ring();
    return ended;
  }
}
