import type { Log } from '../../jobs/run-loop.ts';
import type { ReadinessCheck } from './failed-checks.ts';

const checkTimeoutMs = 3000;

/** Reason why a server is not ready: its state or a failed check. */
type ReadinessFailure = 'starting' | 'stopping' | ReadinessCheck;

export type Readiness = ReturnType<typeof createReadiness>;

/** Checks whether this process can serve requests, and logs each change. */
export function createReadiness(log: Log) {
  let check: (() => Promise<ReadinessCheck[]>) | undefined;
  let isStopping = false;
  let lastReported = '';
  /** The check that runs. One at a time: a hanging database gets no further checks. */
  let running: Promise<ReadinessFailure[]> | undefined;

  return {
    isStopping: () => isStopping,
    /** Empty when ready. Never throws, and takes at most 3 s. */
    async getFailures(): Promise<ReadinessFailure[]> {
      if (isStopping) return ['stopping'];
      if (!check) return ['starting'];
      running ??= check()
        .catch((): ReadinessFailure[] => ['store'])
        .finally(() => (running = undefined));
      const timeout = new Promise<ReadinessFailure[]>((resolve) => {
        setTimeout(resolve, checkTimeoutMs, ['store']).unref();
      });
      return report(await Promise.race([running, timeout]));
    },
    /** Runs this check from now on; until then, the server is starting. If it throws, the store failed. */
    start(checkToRun: () => Promise<ReadinessCheck[]>) {
      check = checkToRun;
    },
    /** Makes the server not ready for good. */
    stop: () => void (isStopping = true),
  };

  function report(failures: ReadinessFailure[]) {
    if (failures.join() === lastReported) return failures;
    lastReported = failures.join();
    if (failures.length > 0) log.error({ failed: failures }, 'The server is not ready');
    else log.info('The server is ready again');
    return failures;
  }
}

export const healthPaths = { live: '/healthz', ready: '/readyz' };

/** `GET /healthz`: 200 until the server stops, then 503, for proxies that would send it requests. */
export const createLivenessHandler = (readiness: Readiness) => (): Response =>
  readiness.isStopping()
    ? // A check that keeps its connection would not find the other server of this name.
      Response.json({ status: 'stopping' }, { status: 503, headers: { connection: 'close' } })
    : Response.json({ status: 'alive' });

/** `GET /readyz`: 200 when ready, otherwise 503 with the names of the failures. */
export const createReadinessHandler = (readiness: Readiness) => async (): Promise<Response> => {
  const failed = await readiness.getFailures();
  return failed.length
    ? Response.json({ status: 'not ready', failed }, { status: 503 })
    : Response.json({ status: 'ready' });
};
