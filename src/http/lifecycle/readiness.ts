import type { Log } from '../../log/limit-log.ts';
import { isDamageError } from '../../store/store-errors.ts';
import type { ReadinessCheck } from './failed-checks.ts';

/** A check that takes longer has failed. */
const checkTimeoutMs = 3000;

/**
 * Reason why the server is not ready: its state, or a failed check. `store`: it accepts no inquiries.
 * `damaged`: a statement met damage in its files.
 */
export type ReadinessFailure = 'starting' | 'stopping' | 'store' | 'damaged' | ReadinessCheck;

interface CheckResult {
  /** Empty when ready. */
  failures: ReadinessFailure[];
  /** The error of the failures `store` and `damaged`. */
  err?: unknown;
}

export interface Readiness {
  /** Empty when ready. Never throws, and takes at most 3 s. */
  getFailures: () => Promise<ReadinessFailure[]>;
  /** Runs this check from now on; until then, the server is starting. If it throws, the store failed. */
  start: (check: () => Promise<ReadinessCheck[]>) => void;
  /** Makes the server not ready for good. */
  stop: () => void;
  /** `GET /healthz`: 200 until the server stops, then 503, for proxies that would send it requests. */
  respondAlive: () => Response;
  /** `GET /readyz`: 200 when ready, otherwise 503 with the names of the failures. */
  respondReady: () => Promise<Response>;
}

/** Checks whether this process can serve requests, and logs each change. */
export function createReadiness(log: Pick<Log, 'error' | 'info'>): Readiness {
  let check: (() => Promise<ReadinessCheck[]>) | undefined;
  let isStopping = false;
  /** The failures of the last line in the log. */
  let lastReported = '';
  /** The check that runs. One at a time: a hanging database gets no further checks. */
  let running: Promise<CheckResult> | undefined;

  async function getFailures(): Promise<ReadinessFailure[]> {
    if (isStopping) return ['stopping'];
    if (!check) return ['starting'];
    running ??= runCheck(check);
    const timeout = new Promise<CheckResult>((resolve) => {
      const err = new Error('The store has not responded for 3 s');
      setTimeout(resolve, checkTimeoutMs, { failures: ['store'], err }).unref();
    });
    const result = await Promise.race([running, timeout]);
    logChange(result);
    return result.failures;
  }

  async function runCheck(run: () => Promise<ReadinessCheck[]>): Promise<CheckResult> {
    try {
      return { failures: await run() };
    } catch (err) {
      return { failures: [isDamageError(err) ? 'damaged' : 'store'], err };
    } finally {
      running = undefined;
    }
  }

  function logChange({ failures, err }: CheckResult) {
    const reported = failures.join();
    if (reported === lastReported) return;
    lastReported = reported;
    if (failures.length > 0) log.error({ failed: failures, err }, 'The server is not ready');
    else log.info('The server is ready again');
  }

  return {
    getFailures,
    start(checkToRun) {
      check = checkToRun;
    },
    stop() {
      isStopping = true;
    },
    respondAlive() {
      if (!isStopping) return Response.json({ status: 'alive' });
      // A check that keeps its connection would not find the other server of this name.
      const headers = { connection: 'close' };
      return Response.json({ status: 'stopping' }, { status: 503, headers });
    },
    async respondReady() {
      const failed = await getFailures();
      if (failed.length === 0) return Response.json({ status: 'ready' });
      return Response.json({ status: 'not ready', failed }, { status: 503 });
    },
  };
}
