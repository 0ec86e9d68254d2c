import { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { readCode } from '../store-errors.ts';

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

/** A connection of the pool, which its holder uses alone. */
export interface Connection {
  client: Client;
  /** As of `performance.now()`. */
  requestedAt: number;
  /** Time of its last release, as of `performance.now()`. */
  releasedAt: number;
  /** Warnings of the server since the holder last emptied the list. */
  warnings: string[];
  /** No statement may use it: its socket is closed, or it was discarded. */
  isLost: boolean;
  /** Closes the socket at once. */
  destroy(): void;
}

export interface ConnectionPool {
  /** Throws the error of the driver, or `NoFreeConnection`. */
  acquire(): Promise<Connection>;
  /** Gives a connection back. A lost one is closed. */
  release(connection: Connection): void;
  /** Replaces all connections that were opened before now, when they are released. */
  replaceAll(): void;
  /** Closes all connections, when they are released. */
  end(): Promise<void>;
}

/** All connections were in use for as long as a caller waits. */
export class NoFreeConnection extends Error {
  override name = this.constructor.name;
}

interface Waiting {
  resolve(connection: Connection): void;
  reject(error: unknown): void;
}

/** Of the server, the database or the role: `too_many_connections`. */
const tooManyCode = '53300';
/** Time without another attempt after `tooManyCode`. */
const pauseMs = 500;
/** Maximum time in which a connection is closed in order: shorter than callers wait for another. */
const closeMs = 1000;

/**
 * Creates a pool, which opens a connection for each caller that finds none free. Callers are served in
 * turn. If the server allows fewer connections than the pool, callers wait for those that it has. A
 * connection counts until its socket is closed.
 */
export function createConnectionPool(config: ClientConfig, options: PoolOptions): ConnectionPool {
  const { maxConnections, waitMs, lifetimeMs, idleMs } = options;
  const all = new Set<Connection>();
  /** The one that was used last is at the end. */
  const free: Connection[] = [];
  const waiting: Waiting[] = [];
  let openingCount = 0;
  let replacedAt = 0;
  let pausedUntil = 0;
  let tooMany: unknown;
  let ending: PromiseWithResolvers<void> | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  return {
    async acquire() {
      if (ending) throw createEndError();
      const { promise, resolve, reject } = Promise.withResolvers<Connection>();
      const entry = { resolve, reject };
      waiting.push(entry);
      const timer = setTimeout(() => {
        remove(waiting, entry);
        reject(createWaitError());
      }, waitMs);
      serveWaiting();
      return promise.finally(() => clearTimeout(timer));
    },

    release(connection) {
      if (ending || isOutdated(connection)) return close(connection);
      connection.releasedAt = performance.now();
      free.push(connection);
      serveWaiting();
      watchIdle();
    },

    replaceAll() {
      replacedAt = performance.now();
      closeUnused();
    },

    end() {
      ending ??= Promise.withResolvers();
      for (const { reject } of waiting.splice(0)) reject(createEndError());
      free.splice(0).forEach(close);
      if (all.size === 0) ending.resolve();
      return ending.promise;
    },
  };

  function serveWaiting() {
    closeUnused();
    while (waiting.length > 0 && free.length > 0) {
      waiting.shift()?.resolve(free.pop() as Connection);
    }
    const isPaused = performance.now() < pausedUntil;
    while (!isPaused && waiting.length > openingCount && all.size < maxConnections) void open();
  }

  /** Opens a connection for the caller that waits next. */
  async function open() {
    openingCount += 1;
    let connection: Connection | undefined;
    try {
      connection = createConnection();
      await connection.client.connect();
      free.push(connection);
      tooMany = undefined;
    } catch (error) {
      connection?.destroy();
      if (readCode(error) === tooManyCode) pauseOpening(error);
      else waiting.shift()?.reject(isConnectTimeout(error) ? createTimeoutError() : error);
    }
    openingCount -= 1;
    if (ending) free.splice(0).forEach(close);
    serveWaiting();
  }

  /** Lets callers wait for connections that are released. Tries again after a pause. */
  function pauseOpening(error: unknown) {
    tooMany = error;
    pausedUntil = performance.now() + pauseMs;
    setTimeout(serveWaiting, pauseMs + 10).unref();
  }

  function createWaitError(): unknown {
    if (tooMany && all.size === 0) return tooMany;
    if (openingCount === all.size) return createTimeoutError();
    return new NoFreeConnection(
      `No connection was free for ${waitMs / 1000} s: all ${all.size} are in use`,
    );
  }

  function createTimeoutError() {
    const message = `The database has not accepted a connection for ${waitMs / 1000} s`;
    return Object.assign(new Error(message), { code: 'ETIMEDOUT' });
  }

  function createConnection(): Connection {
    const socket = new Socket();
    const client = new Client({ ...config, stream: () => socket });
    const now = performance.now();
    const connection: Connection = {
      client,
      requestedAt: now,
      releasedAt: now,
      warnings: [],
      isLost: false,
      destroy: () => socket.destroy(),
    };
    all.add(connection);
    client.on('error', () => (connection.isLost = true));
    client.on('notice', ({ code, message = '' }) => {
      // A notice that is no warning has the code of success.
      if (code !== '00000') connection.warnings.push(message);
    });
    socket.once('close', () => {
      connection.isLost = true;
      all.delete(connection);
      remove(free, connection);
      if (all.size === 0) ending?.resolve();
      serveWaiting();
    });
    return connection;
  }

  /** Looks for unused connections while there are free ones. */
  function watchIdle() {
    if (idleTimer || free.length === 0) return;
    idleTimer = setTimeout(() => {
      idleTimer = undefined;
      closeUnused();
      watchIdle();
    }, idleMs / 2).unref();
  }

  function closeUnused() {
    const now = performance.now();
    for (const connection of [...free]) {
      if (!isOutdated(connection) && now - connection.releasedAt < idleMs) continue;
      remove(free, connection);
      close(connection);
    }
  }

  function isOutdated({ isLost, requestedAt }: Connection) {
    if (isLost || requestedAt < replacedAt) return true;
    return performance.now() - requestedAt > lifetimeMs;
  }

  function close(connection: Connection) {
    connection.isLost = true;
    connection.client.end().catch(() => undefined);
    setTimeout(connection.destroy, closeMs).unref();
  }
}

const createEndError = () => new Error('The store is closed');

/** The error of `pg` after `connectionTimeoutMillis`, which has no code. */
const isConnectTimeout = (error: unknown) =>
  error instanceof Error && error.message === 'timeout expired';

function remove<Item>(items: Item[], item: Item) {
  const index = items.indexOf(item);
  if (index >= 0) items.splice(index, 1);
}
