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

/** A write that waits: for earlier ones of this process, or for a lock of another process. */
export interface WaitingWrite {
  /** As of `performance.now()`. */
  requestedAt: number;
  reject(error: unknown): void;
}

interface SqliteDatabases {
  writer: DatabaseSync;
  /** For what is read outside of a transaction (default: `writer`). */
  reader?: DatabaseSync;
  /** Maximum time for which a write waits for a lock (default: none). */
  lockWaitMs?: number;
  /** Writes that wait outside of the driver, in their order. */
  waiting?: WaitingWrite[];
}

/**
 * Connects Kysely to `node:sqlite`. The caller closes the databases. The rule of their lock:
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
  readonly read: Execute;
  readonly write: Execute;
  readonly #writer: DatabaseSync;
  readonly #lockWaitMs: number;
  readonly #waitingElsewhere: WaitingWrite[];
  /** In the order of their requests. */
  readonly #waiting: (WaitingWrite & { resolve(): void })[] = [];
  #isWriting = false;

  constructor({ writer, reader = writer, lockWaitMs = 0, waiting = [] }: SqliteDatabases) {
    this.#writer = writer;
    this.#lockWaitMs = lockWaitMs;
    this.#waitingElsewhere = waiting;
    this.write = createExecute(writer);
    this.read = reader === writer ? this.write : createExecute(reader);
  }

  async init() {}

  async acquireConnection() {
    return new Connection(this);
  }

  async releaseConnection() {}

  async destroy() {}

  async beginTransaction(connection: Connection) {
    // A deferred transaction that reads first cannot wait for the write lock.
    await this.startWrite(CompiledQuery.raw('begin immediate'));
    connection.isInTransaction = true;
  }

  async commitTransaction(connection: Connection) {
    this.write(CompiledQuery.raw('commit'));
    connection.isInTransaction = false;
    this.endWrite();
  }

  async rollbackTransaction(connection: Connection) {
    // SQLite rolls back by itself after some errors, such as a full disk.
    if (this.#writer.isTransaction) this.write(CompiledQuery.raw('rollback'));
    connection.isInTransaction = false;
    this.endWrite();
  }

  /** Executes a statement after the writes before it, once other processes release their lock. */
  async startWrite(query: CompiledQuery) {
    const requestedAt = performance.now();
    if (this.#isWriting) {
      await new Promise<void>((resolve, reject) =>
        this.#waiting.push({ requestedAt, resolve, reject }),
      );
    }
    this.#isWriting = true;
    for (;;) {
      try {
        return this.write(query);
      } catch (error) {
        if (!isLockError(error) || this.#isOver({ requestedAt })) {
          this.endWrite();
          throw error;
        }
      }
      for (const queue of [this.#waiting, this.#waitingElsewhere]) {
        while (queue[0] && this.#isOver(queue[0])) queue.shift()?.reject(createLockedError());
      }
      await sleep(lockPollMs);
    }
  }

  endWrite() {
    const next = this.#waiting.shift();
    if (next) next.resolve();
    else this.#isWriting = false;
  }

  #isOver({ requestedAt }: Pick<WaitingWrite, 'requestedAt'>) {
    return performance.now() - requestedAt >= this.#lockWaitMs;
  }
}

class Connection implements DatabaseConnection {
  isInTransaction = false;
  readonly #driver: QueueingDriver;

  constructor(driver: QueueingDriver) {
    this.#driver = driver;
  }

  async executeQuery<Row>(query: CompiledQuery) {
    return (await this.#execute(query)) as QueryResult<Row>;
  }

  async #execute(query: CompiledQuery) {
    if (this.isInTransaction) return this.#driver.write(query);
    if (/^\s*select\b/i.test(query.sql)) return this.#driver.read(query);
    const result = await this.#driver.startWrite(query);
    this.#driver.endWrite();
    return result;
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
const createLockedError = () =>
  toStoreError(Object.assign(new Error('database is locked'), { errcode: 5 }));
