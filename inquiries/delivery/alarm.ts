/** Wakes loops that sleep until something is due. */
export interface Alarm {
  ring(): void;
  /** Resolves when it rings next. Taken before looking, so that nothing is slept over. */
  next(): Promise<unknown>;
}

export function createAlarm(): Alarm {
  let ringing = Promise.withResolvers<unknown>();
  return {
    ring() {
      ringing.resolve(undefined);
      ringing = Promise.withResolvers();
    },
    next: () => ringing.promise,
  };
}

/** Resolves after so many milliseconds, or when `woken` does. */
export async function sleep(ms: number, woken: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([timeout, woken]);
  clearTimeout(timer);
}
