import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { readCode } from '../store-errors.ts';
import { type Connection, openConnection } from './connection.ts';

export interface PoolOptions {
  /** Maximum number of connections, including those that are opening or closing. */
  maxConnections: number;
  /** Maximum time for which a caller waits for a connection. */
  waitMs: number;
  /**
   * Age at which a connection is replaced. After a failover, an old one may lead to another server
   * than a new one.
   */
  lifetimeMs: number;
  /** Time after which an unused connection is closed. */
  idleMs: number;
}

/** All connections stayed in use while a caller waited. */
export class NoFreeConnection extends Error {
  override name = this.constructor.name;
}

/** Code of `too_many_connections`, by a limit of the server, the database or the role. */
const tooManyCode = '53300';
/** Time until another attempt after `tooManyCode`. */
const pauseMs = 500;

/**
 * Pool that opens a connection for each caller that finds none free. If the server allows fewer
 * connections than the pool, callers wait for those that exist.
 */
export class ConnectionPool {
  readonly #config: ClientConfig;
  readonly #options: PoolOptions;
  /** Callers that wait for a connection, in order. Empty while a connection is free. */
  #callers: PromiseWithResolvers<Connection>[] = [];
  /** Attempts to open a connection, including the pause after a refusal. */
  readonly #attempts = new Set<Promise<void>>();
  /** Connections until their sockets are closed. */
  readonly #connections = new Set<Connection>();
  /** Free connections in the order of their release, with the timers that close them. */
  readonly #free = new Map<Connection, NodeJS.Timeout>();
  /** Monotonic time of the last `replaceAll`. */
  #replacedMs = 0;
  /** Error of the last attempt, if the server had too many connections. */
  #refusal: unknown;
  #isEnded = false;

  constructor(config: ClientConfig, options: PoolOptions) {
    this.#config = config;
    this.#options = options;
  }

  /**
   * Acquires a connection, in the order of calls. Throws the error of the driver, or
   * `NoFreeConnection`.
   */
  async acquire(): Promise<Connection> {
    if (this.#isEnded) throw createEndError();
    return this.#takeFree() ?? this.#waitForConnection();
  }

  /** Takes the free connection that was released last, so that the others become idle. */
  #takeFree(): Connection | undefined {
    const connection = [...this.#free.keys()].findLast(({ isLost }) => !isLost);
    if (connection) this.#removeFree(connection);
    return connection;
  }

  async #waitForConnection(): Promise<Connection> {
    const caller = Promise.withResolvers<Connection>();
    this.#callers.push(caller);
    const timer = setTimeout(() => {
      this.#callers = this.#callers.filter((other) => other !== caller);
      caller.reject(this.#createWaitError());
    }, this.#options.waitMs);
    this.#openForCallers();
    return caller.promise.finally(() => clearTimeout(timer));
  }

  #openForCallers() {
    const { maxConnections } = this.#options;
    while (
      this.#callers.length > this.#attempts.size &&
      this.#attempts.size + this.#connections.size < maxConnections
    ) {
      const attempt = this.#open();
      this.#attempts.add(attempt);
      void attempt.then(() => {
        this.#attempts.delete(attempt);
        this.#openForCallers();
      });
    }
  }

  /** Opens a connection for the next caller, or rejects that caller. */
  async #open() {
    try {
      const connection = await openConnection(this.#config);
      this.#refusal = undefined;
      this.#connections.add(connection);
      void connection.closed.then(() => this.#forget(connection));
      this.release(connection);
    } catch (error) {
      this.#refusal = readCode(error) === tooManyCode ? error : undefined;
      // During the pause, callers get connections that are released.
      if (this.#refusal) await sleep(pauseMs);
      else
        this.#callers.shift()?.reject(isConnectTimeout(error) ? this.#createTimeoutError() : error);
    }
  }

  #forget(connection: Connection) {
    this.#connections.delete(connection);
    this.#removeFree(connection);
    this.#openForCallers();
  }

  /**
   * Gives a connection to the next caller, or keeps it for a later one. Closes one that is lost or
   * old. An arrow function, because it is passed as a callback.
   */
  readonly release = (connection: Connection): void => {
    if (this.#isEnded || connection.isLost || this.#isOld(connection)) return connection.close();
    const caller = this.#callers.shift();
    if (caller) return caller.resolve(connection);
    this.#free.set(connection, setTimeout(connection.close, this.#options.idleMs).unref());
  };

  #isOld({ requestedMs }: Connection) {
    const ageMs = performance.now() - requestedMs;
    return requestedMs < this.#replacedMs || ageMs > this.#options.lifetimeMs;
  }

  /** Replaces all connections that were requested before this call, once they are released. */
  replaceAll(): void {
    this.#replacedMs = performance.now();
    this.#closeFree();
  }

  /** Closes all connections once they are released. */
  async end(): Promise<void> {
    this.#isEnded = true;
    for (const caller of this.#callers.splice(0)) caller.reject(createEndError());
    this.#closeFree();
    await Promise.all(this.#attempts);
    await Promise.all(Array.from(this.#connections, ({ closed }) => closed));
  }

  #closeFree() {
    for (const connection of this.#free.keys()) connection.close();
  }

  #removeFree(connection: Connection) {
    clearTimeout(this.#free.get(connection));
    this.#free.delete(connection);
  }

  #createWaitError(): unknown {
    const count = this.#connections.size;
    if (count === 0) return this.#refusal ?? this.#createTimeoutError();
    const seconds = this.#options.waitMs / 1000;
    return new NoFreeConnection(`No connection was free for ${seconds} s: all ${count} are in use`);
  }

  #createTimeoutError() {
    const seconds = this.#options.waitMs / 1000;
    const message = `The database has not accepted a connection for ${seconds} s`;
    return Object.assign(new Error(message), { code: 'ETIMEDOUT' });
  }
}

const createEndError = () => new Error('The store is closed');

/** Recognizes the error of `pg` after `connectionTimeoutMillis`, which has no code. */
const isConnectTimeout = (error: unknown) =>
  error instanceof Error && error.message === 'timeout expired';
