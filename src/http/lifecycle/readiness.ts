import type { Log } from '../../jobs/log.ts';

export type Readiness = ReturnType<typeof createReadiness>;

/** Checks whether this process can serve requests, and logs each change. */
export function createReadiness(log: Log) {
  let check: (() => Promise<string[]>) | undefined;
  let isStopping = false;
  let lastReported = '';
  /** The check that runs. One at a time: a hanging database gets no further checks. */
  let running: Promise<string[]> | undefined;

  return {
    getFailures,
    /** Runs this check from now on; until then, the server is starting. If it throws, the store failed. */
    start: (checkToRun: () => Promise<string[]>) => void (check = checkToRun),
    /** Makes the server not ready for good. */
    stop: () => void (isStopping = true),
    /** `GET /healthz`: 200 until the server stops, then 503, for proxies that would send it requests. */
    respondAlive: () =>
      isStopping
        ? // A check that keeps its connection would not find the other server of this name.
          Response.json({ status: 'stopping' }, { status: 503, headers: { connection: 'close' } })
        : Response.json({ status: 'alive' }),
    /** `GET /readyz`: 200 when ready, otherwise 503 with the names of the failures. */
    async respondReady() {
      const failed = await getFailures();
      return failed.length
        ? Response.json({ status: 'not ready', failed }, { status: 503 })
        : Response.json({ status: 'ready' });
    },
  };

  /** Lists the server's state or the failed checks; empty when ready. Never throws, and takes at most 3 s. */
  async function getFailures(): Promise<string[]> {
    if (isStopping) return ['stopping'];
    if (!check) return ['starting'];
    running ??= check()
      .catch(() => ['store'])
      .finally(() => (running = undefined));
    const timeout = new Promise<string[]>((resolve) => {
      setTimeout(resolve, 3000, ['store']).unref();
    });
    const failures = await Promise.race([running, timeout]);
    if (failures.join() === lastReported) return failures;
    lastReported = failures.join();
    if (failures.length > 0) log.error({ failed: failures }, 'The server is not ready');
    else log.info('The server is ready again');
    return failures;
  }
}
