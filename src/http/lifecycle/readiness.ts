import type { Log } from '../../log/limit-log.ts';
import { isDamageError, StoreUnavailable } from '../../store/store-errors.ts';
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

type RunCheck = () => Promise<ReadinessCheck[]>;

/** Checks whether this process can serve requests, and logs each change. */
export class Readiness {
  readonly #log: Pick<Log, 'error' | 'info'>;
  /** Undefined while the server is starting. */
  #runCheck: RunCheck | undefined;
  #isStopping = false;
  /** The failures of the last line in the log. */
  #lastReported = '';
  /** The check that runs. One at a time: a hanging database gets no further checks. */
  #running: Promise<CheckResult> | undefined;

  constructor(log: Pick<Log, 'error' | 'info'>) {
    this.#log = log;
  }

  /** Runs this check from now on; until then, the server is starting. If it throws, the store failed. */
  start(runCheck: RunCheck): void {
    this.#runCheck = runCheck;
  }

  /** Makes the server not ready for good. */
  stop(): void {
    this.#isStopping = true;
  }

  /** `GET /healthz`: 200 until the server stops, then 503, for proxies that would send it requests. */
  respondAlive(): Response {
    if (!this.#isStopping) return Response.json({ status: 'alive' });
    // A check that keeps its connection would not find the other server of this name.
    const headers = { connection: 'close' };
    return Response.json({ status: 'stopping' }, { status: 503, headers });
  }

  /** `GET /readyz`: 200 when ready, otherwise 503 with the names of the failures. */
  async respondReady(): Promise<Response> {
    const failed = await this.getFailures();
    if (failed.length === 0) return Response.json({ status: 'ready' });
    return Response.json({ status: 'not ready', failed }, { status: 503 });
  }

  /** Resolves to no failures when ready. Never rejects, and takes at most 3 s. */
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

/** Resolves to a failure of the store when a check has taken too long. */
function createTimeout(): Promise<CheckResult> {
  return new Promise((resolve) => {
    const err = new StoreUnavailable(`The store has not responded for ${checkTimeoutMs / 1000} s`);
    setTimeout(resolve, checkTimeoutMs, { failures: ['store'], err }).unref();
  });
}
