import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CamelCasePlugin,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { isLockError, toStoreError } from '../store-errors.ts';
import type { Tables } from '../tables.ts';

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
 * Connects Kysely to `node:sqlite`. Whoever opened the databases closes them. The rule of their lock:
 * 1. Each write, a transaction or one statement, waits for a lock of another process for at most
 *    `lockWaitMs` from its own request. The writes of this process before it do not count.
 * 2. The writes of this process queue for one connection; the first polls for other processes' lock.
 * 3. A write whose time is over fails as locked, wherever it waits; the others wait on, in their order.
 * 4. Reads have a connection of their own, wait for no write, and see what is committed.
 * 5. A lock whose holder ends is free at once: the operating system releases it.
 */
export const connectSqlite = (databases: SqliteDatabases): Kysely<Tables> =>
  new Kysely({
    dialect: {
      createAdapter: () => new ConcurrentAdapter(),
      createDriver: () => new QueueingDriver(databases),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new NoRowLockCompiler(),
    },
    plugins: [new CamelCasePlugin()],
  });

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
  readonly #lockWaitMs: number;
  readonly #lock: ForeignLock;
  readonly read: Execute;
  readonly write: Execute;
  /** Called in their order when the writing connection is free; undefined if none is using it. */
  #waiting: (() => void)[] | undefined;

  constructor({
    writer,
    reader = writer,
    lockWaitMs = 0,
    lock = { isHeld: false },
  }: SqliteDatabases) {
    this.#writer = writer;
    this.#lockWaitMs = lockWaitMs;
    this.#lock = lock;
    this.write = createExecute(writer);
    this.read = reader === writer ? this.write : createExecute(reader);
  }

  async init() {}

  async acquireConnection() {
    return new Connection(this);
  }

  async writeInTurn(query: CompiledQuery) {
    const startedAt = await this.#enterQueue();
    try {
      return await this.#poll(startedAt, query);
    } finally {
      this.#leaveQueue();
    }
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
    this.write(CompiledQuery.raw('commit'));
    this.#endTransaction(connection);
  }

  async rollbackTransaction(connection: Connection) {
    // SQLite rolls back by itself after some errors, such as a full disk.
    if (this.#writer.isTransaction) this.write(CompiledQuery.raw('rollback'));
    this.#endTransaction(connection);
  }

  async releaseConnection() {}

  async destroy() {}

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
    try {
      for (;;) {
        try {
          return this.write(query);
        } catch (error) {
          const isOver = performance.now() - startedAt >= this.#lockWaitMs;
          if (isOver || !isLockError(error)) throw error;
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
  readonly #driver: QueueingDriver;

  constructor(driver: QueueingDriver) {
    this.#driver = driver;
  }

  async executeQuery<Row>(query: CompiledQuery) {
    const isRead = /^\s*select\b/i.test(query.sql);
    const { read, write } = this.#driver;
    if (this.isInTransaction) return write(query) as QueryResult<Row>;
    return (isRead ? read(query) : await this.#driver.writeInTurn(query)) as QueryResult<Row>;
  }

  streamQuery(): never {
    throw new Error('Read pages instead: a stream would hold a lock');
  }
}

type Execute = (query: CompiledQuery) => QueryResult<unknown>;

/** Creates the function that executes a statement and throws `StoreUnavailable`, with prepared statements. */
function createExecute(database: DatabaseSync): Execute {
  const prepared = new Map<string, { statement: StatementSync; hasRows: boolean }>();

  function prepare(text: string) {
    if (prepared.size >= maxPrepared) prepared.clear();
    const statement = database.prepare(text);
    const entry = { statement, hasRows: statement.columns().length > 0 };
    prepared.set(text, entry);
    return entry;
  }

  return ({ sql, parameters }) => {
    const values = parameters as SQLInputValue[];
    try {
      const { statement, hasRows } = prepared.get(sql) ?? prepare(sql);
      if (hasRows) return { rows: statement.all(...values) };
      return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
    } catch (error) {
      throw toStoreError(error);
    }
  };
}

/** Creates the error of a write that waited in vain: SQLITE_BUSY (https://www.sqlite.org/rescode.html). */
export const createLockedError = () =>
  toStoreError(Object.assign(new Error('database is locked'), { errcode: 5 }));
