import { setTimeout as sleep } from 'node:timers/promises';
import { drain, type DrainTimes } from '../http/lifecycle/drain.ts';
import type { Store } from '../store/store.ts';
import type { Configuration } from './configuration.ts';
import { type Jobs, stopJobs } from './jobs.ts';
import type { ListeningServer } from './listen.ts';

/**
 * Drain times by signal. On SIGTERM, a proxy may still be sending on an idle connection. Ctrl+C
 * needs no grace period.
 */
const drainTimes = {
  SIGTERM: { graceMs: 2000, drainMs: 10_000 },
  SIGINT: { graceMs: 0, drainMs: 10_000 },
};
/** Drain times after an uncaught exception: only nearly finished responses complete. */
const crashDrainTimes = { graceMs: 0, drainMs: 1000 };

/** Parts to stop besides the server. */
interface RunningParts {
  store: Store;
  jobs: Jobs;
}

/**
 * Shuts down gracefully on the first signal: reports not ready, keeps serving for STOP_DELAY_MS
 * until load balancers stop sending, then drains. A second signal kills the process. After an
 * uncaught exception, exits with code 1 so that a supervisor restarts it, because the state of the
 * process is unknown.
 */
export function stopOnSignals(
  configuration: Configuration,
  listeningServer: ListeningServer,
): Shutdown {
  const shutdown = new Shutdown(configuration, listeningServer);
  shutdown.listen();
  return shutdown;
}

class Shutdown {
  readonly #configuration: Configuration;
  readonly #listeningServer: ListeningServer;
  #running: RunningParts | undefined;
  #hasBegun = false;

  constructor(configuration: Configuration, listeningServer: ListeningServer) {
    this.#configuration = configuration;
    this.#listeningServer = listeningServer;
  }

  /** Shuts down on the next signal. */
  listen(): void {
    process.on('SIGINT', this.#onSignal);
    process.on('SIGTERM', this.#onSignal);
  }

  /**
   * Sets the other parts to stop. Before this, a store that is still opening ends with the process.
   */
  setRunning(parts: RunningParts): void {
    this.#running = parts;
    // Handle uncaught exceptions only from now on. Earlier, Node prints the error and exits.
    process.on('uncaughtException', this.#onUncaughtException);
  }

  /** Tells if a signal has arrived. */
  hasBegun(): boolean {
    return this.#hasBegun;
  }

  readonly #onSignal = async (signal: keyof typeof drainTimes) => {
    const { settings, isDevelopment, log } = this.#configuration;
    this.#hasBegun = true;
    process.off('SIGINT', this.#onSignal);
    process.off('SIGTERM', this.#onSignal);
    // Exit at once: Vite's watcher and socket have nothing to finish.
    if (isDevelopment) process.exit();
    log.info({ signal }, 'The server is stopping');
    this.#listeningServer.readiness.stop();
    // After Ctrl+C do not wait, because no proxy polls the server of a person.
    if (signal === 'SIGTERM') await sleep(settings.stopDelayMs);
    await this.#shutDown(drainTimes[signal]);
  };

  readonly #onUncaughtException = (error: unknown) => {
    const { log } = this.#configuration;
    log.fatal({ fault: error }, 'Uncaught exception: the server is shutting down');
    if (process.exitCode) return;
    process.exitCode = 1;
    setTimeout(() => process.exit(), crashDrainTimes.drainMs * 2).unref();
    void this.#shutDown(crashDrainTimes);
  };

  /** Stops accepting connections, finishes requests and deliveries, closes the store, and exits. */
  async #shutDown(times: DrainTimes) {
    const { log } = this.#configuration;
    const { server, metricsServer } = this.#listeningServer;
    const running = this.#running;
    try {
      await Promise.all([drain(server, times), running && stopJobs(running.jobs, times.drainMs)]);
      // Close metrics last, so that a drain can be monitored.
      metricsServer?.close().closeAllConnections();
      await running?.store.close();
      log.info('The server has stopped');
    } catch (err) {
      log.error({ err }, 'The server could not stop gracefully');
      process.exitCode = 1;
    }
    process.exit();
  }
}
