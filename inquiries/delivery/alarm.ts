import { setTimeout as wait } from 'node:timers/promises';

/** Wakes loops that sleep until something is due. */
export interface Alarm {
  ring(): void;
  /** Is aborted when it rings next. Taken before looking, so that nothing is slept over. */
  next(): AbortSignal;
}

export function createAlarm(): Alarm {
  let ringing = new AbortController();
  return {
    ring() {
      ringing.abort();
      ringing = new AbortController();
    },
    next: () => ringing.signal,
  };
}

/** Resolves after so many milliseconds, or when it is woken; leaves nothing at an alarm that never rings. */
export const sleep = (ms: number, woken: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal: woken }).catch(() => undefined);
