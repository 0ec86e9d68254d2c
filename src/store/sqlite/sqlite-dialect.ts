import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';

const lockPollMs = 20;
const maxPrepared = 100;

/** Lock of another process. */
export interface ForeignLock {
  isHeld: boolean;
}

/** Calls `onExpired` after `ms`, once a lock is held. Returns the function that stops the timer. */
export function startLockTimer(lock: ForeignLock, ms: number, onExpired: () => void): () => void {
  const expire = () => {
    if (lock.isHeld) onExpired();
    else timer = setTimeout(expire, lockPollMs);
  };
  let timer = setTimeout(expire, ms);
  return () => clearTimeout(timer);
}

interface SqliteDatabases {
  writer: DatabaseSync;
  /** For what is read outside of a transaction (default: `writer`). */
  reader?: DatabaseSync;
  /** Maximum time for which a write waits (default: none). */
  lockWaitMs?: number;
  /** Tells others if a write of this process waits for a lock. */
  lock?: ForeignLock;
}

/**
 * Creates Kysely's SQLite dialect over `node:sqlite`. The rule of its lock:
 * 1. Each write, a transaction or one statement, waits for a lock of another process for at most
 *    `lockWaitMs` from its own request. The writes of this process before it do not count.
 * 2. The writes of this process queue for one connection; the first polls for other processes' lock.
 * 3. A write whose time is over fails as locked, wherever it waits; the others wait on, in their order.
 * 4. Reads have a connection of their own, wait for no write, and see what is committed.
 * 5. A lock whose holder ends is free at once: the operating system releases it.
 */
export const createSqliteDialect = ({
  writer,
  reader = writer,
  lockWaitMs = 0,
  lock = { isHeld: false },
}: SqliteDatabases): Dialect => ({
  createAdapter: () => new ConcurrentAdapter(),
  createDriver: () => new QueueingDriver(writer, reader, lockWaitMs, lock),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new NoRowLockCompiler(),
});

export const isSqliteConstraintViolation = (error: unknown) =>
  getSqliteResultCode(error) === SQLITE_CONSTRAINT;

class ConcurrentAdapter extends SqliteAdapter {
  // Kysely itself would let reads wait for a transaction.
  override get supportsMultipleConnections() {
    return true;
  }
}

class NoRowLockCompiler extends SqliteQueryCompiler {
  // Omits `for update`: an immediate transaction locks the database.
  override visitSelectModifier() {}
}

/** Runs reads at once, and writes one after the other. */
class QueueingDriver implements Driver {
  readonly #writer: DatabaseSync;
  readonly #databases: DatabaseSync[];
  readonly #drivers: Record<'reads' | 'writes', SqliteDriver>;
  readonly #lockWaitMs: number;
  readonly #lock: ForeignLock;
  /** Called in their order when the writing connection is free; undefined if none is using it. */
  #waiting: (() => void)[] | undefined;

  constructor(writer: DatabaseSync, reader: DatabaseSync, lockWaitMs: number, lock: ForeignLock) {
    this.#writer = writer;
    this.#databases = [reader, writer];
    const writes = new SqliteDriver({ database: betterSqlite3Adapter(writer) });
    const isShared = reader === writer;
    const reads = isShared ? writes : new SqliteDriver({ database: betterSqlite3Adapter(reader) });
    this.#drivers = { reads, writes };
    this.#lockWaitMs = lockWaitMs;
    this.#lock = lock;
  }

  async init() {
    for (const driver of new Set(Object.values(this.#drivers))) await driver.init();
  }

  async acquireConnection() {
    const { reads, writes } = this.#drivers;
    const write = async (query: CompiledQuery) => {
      const startedAt = await this.#enterQueue();
      try {
        return await this.#poll(startedAt, query);
      } finally {
        this.#leaveQueue();
      }
    };
    return new Connection(await reads.acquireConnection(), await writes.acquireConnection(), write);
  }

  // A deferred transaction that reads first cannot wait for the write lock.
  async beginTransaction(connection: Connection) {
    const startedAt = await this.#enterQueue();
    try {
      await this.#poll(startedAt, CompiledQuery.raw('begin immediate'));
    } catch (error) {
      this.#leaveQueue();
      throw error;
    }
    connection.isInTransaction = true;
  }

  async commitTransaction(connection: Connection) {
    await connection.executeQuery(CompiledQuery.raw('commit'));
    this.#endTransaction(connection);
  }

  async rollbackTransaction(connection: Connection) {
    // SQLite rolls back by itself after some errors, such as a full disk.
    if (this.#writer.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
    this.#endTransaction(connection);
  }

  async releaseConnection() {}

  async destroy() {
    // The last one to close removes the write-ahead log, which a reader cannot.
    for (const database of this.#databases) if (database.isOpen) database.close();
  }

  #endTransaction(connection: Connection) {
    connection.isInTransaction = false;
    this.#leaveQueue();
  }

  /** Waits for the writing connection. Resolves to the time of the request; throws SQLITE_BUSY. */
  async #enterQueue(): Promise<number> {
    const startedAt = performance.now();
    const waiting = this.#waiting;
    if (!waiting) {
      this.#waiting = [];
      return startedAt;
    }
    await new Promise<void>((resolve, reject) => {
      const stopTimer = startLockTimer(this.#lock, this.#lockWaitMs, () => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(createLockedError());
      });
      const enter = () => {
        stopTimer();
        resolve();
      };
      waiting.push(enter);
    });
    return startedAt;
  }

  #leaveQueue() {
    const next = this.#waiting?.shift();
    if (next) next();
    else this.#waiting = undefined;
  }

  /** Executes a statement once other processes release their lock. */
  async #poll(startedAt: number, query: CompiledQuery) {
    const connection = await this.#drivers.writes.acquireConnection();
    try {
      for (;;) {
        try {
          return await connection.executeQuery(query);
        } catch (error) {
          const isOver = performance.now() - startedAt >= this.#lockWaitMs;
          if (isOver || !isLockedError(error)) throw error;
          this.#lock.isHeld = true;
          await sleep(lockPollMs);
        }
      }
    } finally {
      this.#lock.isHeld = false;
    }
  }
}

class Connection implements DatabaseConnection {
  isInTransaction = false;
  readonly #reads: DatabaseConnection;
  readonly #writes: DatabaseConnection;
  readonly #write: DatabaseConnection['executeQuery'];

  constructor(
    reads: DatabaseConnection,
    writes: DatabaseConnection,
    write: (query: CompiledQuery) => Promise<QueryResult<unknown>>,
  ) {
    this.#reads = reads;
    this.#writes = writes;
    this.#write = write as DatabaseConnection['executeQuery'];
  }

  executeQuery<Row>(query: CompiledQuery) {
    if (this.isInTransaction) return this.#writes.executeQuery<Row>(query);
    const isRead = /^\s*select\b/i.test(query.sql);
    return isRead ? this.#reads.executeQuery<Row>(query) : this.#write<Row>(query);
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number) {
    return (this.isInTransaction ? this.#writes : this.#reads).streamQuery<Row>(query, chunkSize);
  }
}

/** Adapts `node:sqlite` to Kysely and caches prepared statements. */
function betterSqlite3Adapter(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => undefined,
    prepare(sql) {
      const cached = prepared.get(sql);
      if (cached) return cached;
      if (prepared.size >= maxPrepared) prepared.clear();
      const statement = prepare(database, sql);
      prepared.set(sql, statement);
      return statement;
    },
  };
}

function prepare(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html). */
export const SQLITE_BUSY = 5;
const SQLITE_CONSTRAINT = 19;

/** Creates the error of a write that waited in vain. */
export const createLockedError = (): Error =>
  Object.assign(new Error('database is locked'), { errcode: SQLITE_BUSY });

export const isLockedError = (error: unknown): boolean =>
  getSqliteResultCode(error) === SQLITE_BUSY;

/** The low byte of the extended result code; undefined for any other error. */
export function getSqliteResultCode(error: unknown): number | undefined {
  const isSqliteError = error instanceof Error && 'errcode' in error;
  return isSqliteError ? Number(error.errcode) & 0xff : undefined;
}
