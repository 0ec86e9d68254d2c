import type { Log } from '../../log/limit-log.ts';
import { isDamageError, StoreUnavailable } from '../../store/store-errors.ts';
import type { ReadinessCheck } from './failed-checks.ts';

/** Timeout of a check. */
const checkTimeoutMs = 3000;

/**
 * Reason for which the server is not ready: its state, or a failed check. `store`: the store
 * accepts no inquiries. `damaged`: a statement met damage in its files.
 */
export type ReadinessFailure = 'starting' | 'stopping' | 'store' | 'damaged' | ReadinessCheck;

interface CheckResult {
  /** Empty if ready. */
  failures: ReadinessFailure[];
  /** The error if a failure is `store` or `damaged`. */
  err?: unknown;
}

type RunCheck = () => Promise<ReadinessCheck[]>;

/** Checks if this process can serve requests, and logs each change. */
export class Readiness {
  readonly #log: Pick<Log, 'error' | 'info'>;
  /** Undefined while the server starts. */
  #runCheck: RunCheck | undefined;
  #isStopping = false;
  /** Failures in the last log line. */
  #lastReported = '';
  /**
   * The running check. There is one at a time, so that a hanging database gets no further checks.
   */
  #running: Promise<CheckResult> | undefined;

  constructor(log: Pick<Log, 'error' | 'info'>) {
    this.#log = log;
  }

  /** Ends the start: `runCheck` now determines readiness. If it throws, the store has failed. */
  start(runCheck: RunCheck): void {
    this.#runCheck = runCheck;
  }

  /** Makes the server not ready, permanently. */
  stop(): void {
    this.#isStopping = true;
  }

  /**
   * Responds to `GET /healthz`: 200 until the server stops, then 503, so that proxies send it no
   * more requests.
   */
  respondAlive(): Response {
    if (!this.#isStopping) return Response.json({ status: 'alive' });
    // Close the connection: a client that kept it would not find another server with this name.
    const headers = { connection: 'close' };
    return Response.json({ status: 'stopping' }, { status: 503, headers });
  }

  /** Responds to `GET /readyz`: 200 if ready, otherwise 503 with the names of the failures. */
  async respondReady(): Promise<Response> {
    const failed = await this.getFailures();
    if (failed.length === 0) return Response.json({ status: 'ready' });
    return Response.json({ status: 'not ready', failed }, { status: 503 });
  }

  /** Finds the failures; empty if ready. Never rejects, and takes at most 3 s. */
  async getFailures(): Promise<ReadinessFailure[]> {
    if (this.#isStopping) return ['stopping'];
    if (!this.#runCheck) return ['starting'];
    this.#running ??= this.#check(this.#runCheck);
    const result = await Promise.race([this.#running, createTimeout()]);
    this.#logChange(result);
    return result.failures;
  }

  async #check(runCheck: RunCheck): Promise<CheckResult> {
    try {
      return { failures: await runCheck() };
    } catch (err) {
      return { failures: [isDamageError(err) ? 'damaged' : 'store'], err };
    } finally {
      this.#running = undefined;
    }
  }

  #logChange({ failures, err }: CheckResult) {
    const reported = failures.join();
    if (reported === this.#lastReported) return;
    this.#lastReported = reported;
    if (failures.length > 0) this.#log.error({ failed: failures, err }, 'The server is not ready');
    else this.#log.info('The server is ready again');
  }
}

/** Resolves to a failure of the store after the timeout of a check. */
function createTimeout(): Promise<CheckResult> {
  return new Promise((resolve) => {
    const err = new StoreUnavailable(`The store has not responded for ${checkTimeoutMs / 1000} s`);
    setTimeout(resolve, checkTimeoutMs, { failures: ['store'], err }).unref();
  });
}
