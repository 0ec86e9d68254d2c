import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { readCode } from '../store-errors.ts';
import { type Connection, openConnection } from './connection.ts';

export interface PoolOptions {
  /** Maximum number of connections, with those that are opening or closing. */
  maxConnections: number;
  /** Maximum time for which a caller waits for a connection. */
  waitMs: number;
  /** An older connection is replaced: after a failover, it may lead to another server than a new one. */
  lifetimeMs: number;
  /** A connection that is not used for this time is closed. */
  idleMs: number;
}

export interface ConnectionPool {
  /** Serves callers in turn. Throws the error of the driver, or `NoFreeConnection`. */
  acquire(): Promise<Connection>;
  /** Gives a connection back. A lost one is closed. */
  release(connection: Connection): void;
  /** Replaces all connections that were requested before now, when they are released. */
  replaceAll(): void;
  /** Closes all connections, when they are released. */
  end(): Promise<void>;
}

/** All connections were in use for as long as a caller waits. */
export class NoFreeConnection extends Error {
  override name = this.constructor.name;
}

/** Code of `too_many_connections`: of the server, the database or the role. */
const tooManyCode = '53300';
/** Time until another attempt after `tooManyCode`. */
const pauseMs = 500;

/**
 * Creates a pool, which opens a connection for each caller that finds none free. If the server allows
 * fewer connections than the pool, callers wait for those that it has.
 */
export function createConnectionPool(config: ClientConfig, options: PoolOptions): ConnectionPool {
  const { maxConnections, waitMs, lifetimeMs, idleMs } = options;
  /** Callers that wait for a connection, in turn. There are none while one is free. */
  let callers: PromiseWithResolvers<Connection>[] = [];
  /** Attempts to open a connection, each with the pause after a refusal. */
  const opening = new Set<Promise<void>>();
  /** Connections until their sockets are closed. */
  const opened = new Set<Connection>();
  /** Connections that nobody holds, in the order of their release, with the timers that close them. */
  const free = new Map<Connection, NodeJS.Timeout>();
  let replacedAt = 0;
  /** Error of the last attempt, if the server has too many connections. */
  let refusal: unknown;
  let isEnded = false;

  return {
    async acquire() {
      if (isEnded) throw createEndError();
      return takeFree() ?? waitForConnection();
    },

    release: lend,

    replaceAll() {
      replacedAt = performance.now();
      closeFree();
    },

    async end() {
      isEnded = true;
      for (const caller of callers.splice(0)) caller.reject(createEndError());
      closeFree();
      await Promise.all(opening);
      await Promise.all(Array.from(opened, ({ closed }) => closed));
    },
  };

  /** Takes the connection that was released last, so that the others become idle. */
  function takeFree(): Connection | undefined {
    const connection = [...free.keys()].findLast(({ isLost }) => !isLost);
    if (connection) removeFree(connection);
    return connection;
  }

  function removeFree(connection: Connection) {
    clearTimeout(free.get(connection));
    free.delete(connection);
  }

  function closeFree() {
    for (const connection of free.keys()) connection.close();
  }

  async function waitForConnection(): Promise<Connection> {
    const caller = Promise.withResolvers<Connection>();
    callers.push(caller);
    const timer = setTimeout(() => {
      callers = callers.filter((other) => other !== caller);
      caller.reject(createWaitError());
    }, waitMs);
    openForCallers();
    return caller.promise.finally(() => clearTimeout(timer));
  }

  function openForCallers() {
    while (callers.length > opening.size && opening.size + opened.size < maxConnections) {
      const attempt = open();
      opening.add(attempt);
      void attempt.then(() => {
        opening.delete(attempt);
        openForCallers();
      });
    }
  }

  /** Opens a connection for the caller that waits next, or rejects that caller. */
  async function open() {
    try {
      const connection = await openConnection(config);
      refusal = undefined;
      opened.add(connection);
      void connection.closed.then(() => forget(connection));
      lend(connection);
    } catch (error) {
      refusal = readCode(error) === tooManyCode ? error : undefined;
      // Meanwhile, callers get connections that are released.
      if (refusal) await sleep(pauseMs);
      else callers.shift()?.reject(isConnectTimeout(error) ? createTimeoutError() : error);
    }
  }

  function forget(connection: Connection) {
    opened.delete(connection);
    removeFree(connection);
    openForCallers();
  }

  /** Gives a connection to the caller that waits next, or keeps it for a later one. */
  function lend(connection: Connection) {
    if (isEnded || connection.isLost || isOld(connection)) return connection.close();
    const caller = callers.shift();
    if (caller) return caller.resolve(connection);
    free.set(connection, setTimeout(connection.close, idleMs).unref());
  }

  function isOld({ requestedAt }: Connection) {
    return requestedAt < replacedAt || performance.now() - requestedAt > lifetimeMs;
  }

  function createWaitError(): unknown {
    if (opened.size === 0) return refusal ?? createTimeoutError();
    return new NoFreeConnection(
      `No connection was free for ${waitMs / 1000} s: all ${opened.size} are in use`,
    );
  }

  function createTimeoutError() {
    const message = `The database has not accepted a connection for ${waitMs / 1000} s`;
    return Object.assign(new Error(message), { code: 'ETIMEDOUT' });
  }
}

const createEndError = () => new Error('The store is closed');

/** The error of `pg` after `connectionTimeoutMillis`, which has no code. */
const isConnectTimeout = (error: unknown) =>
  error instanceof Error && error.message === 'timeout expired';
