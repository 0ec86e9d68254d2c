import { noStoreJson } from '../responses.ts';
import type { Log } from '../../observability/log.ts';
import type { ReadinessCheck } from './failed-checks.ts';

/** Limits the load of frequent probes on the store. */
const cacheTtlMs = 1000;

const checkTimeoutMs = 3000;

/** Reason why a server is not ready: its state or a failed check. */
export type ReadinessFailure = 'starting' | 'stopping' | ReadinessCheck;

export interface ReadinessProbe {
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

/**
 * Checks whether this process can serve requests, at most one check at a time, and logs each change.
 * `monotonic`: a clock, in milliseconds.
 */
export function createReadiness(
  log: Pick<Log, 'error' | 'info'>,
  monotonic = () => performance.now(),
): Readiness {
  let check: (() => Promise<ReadinessCheck[]>) | undefined;
  let isStopping = false;
  let lastReported = '';
  let latest: { failures: Promise<ReadinessFailure[]>; expiresAt: number } | undefined;

  return {
    async getFailures() {
      if (isStopping) return ['stopping'];
      if (!check) return ['starting'];
      if (!latest || monotonic() >= latest.expiresAt) latest = startCheck(check);
      return report(await latest.failures);
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

  function startCheck(runCheck: () => Promise<ReadinessCheck[]>) {
    const checking = runCheck().catch((): ReadinessFailure[] => ['store']);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<ReadinessFailure[]>((resolve) => {
      timer = setTimeout(resolve, checkTimeoutMs, ['store']);
    });
    const started = { failures: Promise.race([checking, timeout]), expiresAt: Infinity };
    // Cached until the check itself ends: a hanging database gets no further checks.
    void checking.then(() => {
      started.expiresAt = monotonic() + cacheTtlMs;
      started.failures = checking;
      clearTimeout(timer);
    });
    return started;
  }
}

export const healthPaths = { live: '/healthz', ready: '/readyz' };

/** `GET /healthz`: always 200. */
export const handleLiveness = () => noStoreJson(200, { status: 'alive' });

/** `GET /readyz`: 200 when ready, otherwise 503 with the names of the failures. */
export const createReadinessHandler = (probe: ReadinessProbe) => async (): Promise<Response> => {
  const failed = await probe.getFailures();
  return failed.length
    ? noStoreJson(503, { status: 'not ready', failed })
    : noStoreJson(200, { status: 'ready' });
};
