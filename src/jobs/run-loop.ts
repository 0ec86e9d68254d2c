import { setTimeout as sleep } from 'node:timers/promises';

export type Loop = ReturnType<typeof startLoop>;

/**
 * Calls `run` until the loop is stopped, which aborts the signal of `run` and resolves after it. Sleeps in
 * between for the milliseconds that `run` resolves to, or until woken.
 */
export function startLoop(run: (stopSignal: AbortSignal) => Promise<number>) {
  const stopping = new AbortController();
  let waking: AbortController;
  const stopped = runUntilStopped();
  return { wake: () => waking.abort(), stop };

  async function runUntilStopped() {
    while (!stopping.signal.aborted) {
      // Created before the run, or a wake-up during the run would be missed.
      const { signal } = (waking = new AbortController());
      const ms = await run(stopping.signal);
      await sleep(ms, undefined, { signal }).catch(() => undefined);
    }
  }

  function stop() {
    stopping.abort();
    waking.abort();
    return stopped;
  }
}
