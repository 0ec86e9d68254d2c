import type { Log } from '../../observability/log.ts';
import type { ReadinessCheck } from './failed-checks.ts';

const checkTimeoutMs = 3000;

/** Reason why a server is not ready: its state or a failed check. */
export type ReadinessFailure = 'starting' | 'stopping' | ReadinessCheck;

export interface ReadinessProbe {
  isStopping(): boolean;
  /** Empty when ready. Never throws, and takes at most 3 s. */
  getFailures(): Promise<ReadinessFailure[]>;
}

export interface Readiness extends ReadinessProbe {
  /**
   * Runs this check from now on; until then, the server is starting. If it throws, the store failed.
   */
  start(check: () => Promise<ReadinessCheck[]>): void;
  /** Makes the server not ready for good. */
  stop(): void;
}

/** Checks whether this process can serve requests, and logs each change. */
export function createReadiness(log: Pick<Log, 'error' | 'info'>): Readiness {
  let check: (() => Promise<ReadinessCheck[]>) | undefined;
  let isStopping = false;
  let lastReported = '';
  /** The check that runs. One at a time: a hanging database gets no further checks. */
  let running: Promise<ReadinessFailure[]> | undefined;

  return {
    isStopping: () => isStopping,
    async getFailures() {
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
    start(checkToRun) {
      check = checkToRun;
    },
    stop: () => (isStopping = true),
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
export const createLivenessHandler = (probe: ReadinessProbe) => (): Response =>
  probe.isStopping()
    ? // A check that keeps its connection would not find the other server of this name.
      Response.json({ status: 'stopping' }, { status: 503, headers: { connection: 'close' } })
    : Response.json({ status: 'alive' });

/** `GET /readyz`: 200 when ready, otherwise 503 with the names of the failures. */
export const createReadinessHandler = (probe: ReadinessProbe) => async (): Promise<Response> => {
  const failed = await probe.getFailures();
  return failed.length
    ? Response.json({ status: 'not ready', failed }, { status: 503 })
    : Response.json({ status: 'ready' });
};
