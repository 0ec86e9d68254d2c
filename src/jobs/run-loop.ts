import { setTimeout as sleep } from 'node:timers/promises';

/** Takes an event by the inquiry's id, never by what it says. */
export interface JobLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

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
  const stopping = new AbortController();
  let waking: AbortController;
  const ended = workUntilStopped();
  return { wake: () => waking.abort(), stop };

  async function workUntilStopped() {
    while (!stopping.signal.aborted) {
      // Made before the work: a wake-up during it keeps the loop from sleeping.
      const { signal } = (waking = new AbortController());
      const ms = await work(stopping.signal);
      await sleep(ms, undefined, { signal }).catch(() => undefined);
    }
  }

  function stop() {
    stopping.abort();
    waking.abort();
    return ended;
  }
}
