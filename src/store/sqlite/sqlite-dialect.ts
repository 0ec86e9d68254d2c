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
import type { DamageWatch } from './damage.ts';
import { isLockError, toStoreError } from '../store-errors.ts';
import type { Tables } from '../tables.ts';

/** A write that waits: for earlier ones of this process, or for a lock of another process. */
export interface WaitingWrite {
  /** As of `performance.now()`. */
  requestedAt: number;
  reject(error: unknown): void;
}

/** Rejects the writes of a queue that have waited as long as they may. The first was requested first. */
export function rejectOverdue(queue: WaitingWrite[], lockWaitMs: number, error: unknown): void {
  while (queue[0] && isOverdue(queue[0].requestedAt, lockWaitMs)) queue.shift()?.reject(error);
}

const isOverdue = (requestedAt: number, lockWaitMs: number) =>
  performance.now() - requestedAt >= lockWaitMs;

interface SqliteDatabases {
  writer: DatabaseSync;
  /** For what is read outside of a transaction (default: `writer`). */
  reader?: DatabaseSync;
  /** Maximum time in milliseconds for which a write waits for a lock (default: none). */
  lockWaitMs?: number;
  /** Called with the error of a lock, each time that a write finds it and waits on. */
  onLocked?: (error: unknown) => void;
  /** Gets the outcome of each statement. */
  damageWatch?: DamageWatch;
}

/**
 * Connects Kysely to `node:sqlite`. The caller closes the databases. The rule of their lock:
 * 1. Each write, a transaction or one statement, waits for a lock of another process for at most
 *    `lockWaitMs` from its own request, its wait for earlier writes of this process included.
 * 2. The writes of this process queue for one connection; the first polls for other processes' lock.
 * 3. A write whose time is over fails as locked, wherever it waits; the others wait on, in their order.
 * 4. Reads have a connection of their own, wait for no write, and see what is committed.
 * 5. A lock whose holder ends is free at once: the operating system releases it.
 */
export const connectSqlite = (databases: SqliteDatabases): Kysely<Tables> =>
  new Kysely({
    dialect: {
      createAdapter: () => new ConcurrentAdapter(),
      createDriver: () => createQueueingDriver(databases),
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

interface QueuedWrite extends WaitingWrite {
  /** Called when the writes before it have ended. */
  resolve(): void;
}

/** Runs reads at once, and writes one after the other. */
function createQueueingDriver(databases: SqliteDatabases): Driver {
  const { writer, reader, lockWaitMs = 0, onLocked, damageWatch } = databases;
  const write = createExecute(writer, damageWatch);
  const read = reader ? createExecute(reader, damageWatch) : write;
  /** Writes of this driver that wait for the one in progress, in their order. */
  const waiting: QueuedWrite[] = [];
  let isWriting = false;
  let inTransaction: DatabaseConnection | undefined;

  return {
    async init() {},
    async releaseConnection() {},
    async destroy() {},

    async acquireConnection() {
      const connection: DatabaseConnection = {
        async executeQuery<Row>(query: CompiledQuery) {
          if (connection === inTransaction) return write<Row>(query);
          if (/^\s*select\b/i.test(query.sql)) return read<Row>(query);
          const result = await startWrite<Row>(query);
          endWrite();
          return result;
        },
        streamQuery() {
          throw new Error('Read pages instead: a stream would hold a lock');
        },
      };
      return connection;
    },

    async beginTransaction(connection) {
      // A deferred transaction that reads first cannot wait for the write lock.
      await startWrite(CompiledQuery.raw('begin immediate'));
      inTransaction = connection;
    },

    async commitTransaction() {
      write(CompiledQuery.raw('commit'));
      inTransaction = undefined;
      endWrite();
    },

    // Kysely also calls this after a failed commit.
    async rollbackTransaction() {
      inTransaction = undefined;
      try {
        rollBack();
      } finally {
        endWrite();
      }
    },
  };

  function rollBack() {
    // SQLite rolls back by itself after some errors, such as a full disk, and when it is closed.
    if (writer.isOpen && writer.isTransaction) write(CompiledQuery.raw('rollback'));
  }

  /** Executes a statement after the writes before it, once other processes release their lock. */
  async function startWrite<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const requestedAt = performance.now();
    if (isWriting) await waitForTurn(requestedAt);
    isWriting = true;
    for (;;) {
      try {
        // If the rollback before has failed, this write would belong to its transaction.
        rollBack();
        return write<Row>(query);
      } catch (error) {
        if (!isLockError(error) || isOverdue(requestedAt, lockWaitMs)) {
          endWrite();
          throw error;
        }
        rejectOverdue(waiting, lockWaitMs, error);
        onLocked?.(error);
      }
      await sleep(lockPollMs);
    }
  }

  function waitForTurn(requestedAt: number): Promise<void> {
    return new Promise((resolve, reject) => waiting.push({ requestedAt, resolve, reject }));
  }

  function endWrite() {
    const next = waiting.shift();
    if (next) next.resolve();
    else isWriting = false;
  }
}

/** Time between looks at a lock of another process. */
const lockPollMs = 20;

/** Executes a statement. Throws `StoreUnavailable`, or the error of a refused row. */
type Execute = <Row>(query: CompiledQuery) => QueryResult<Row>;

interface PreparedStatement {
  statement: StatementSync;
  /** It returns rows, such as a `select` or an `insert` with `returning`. */
  hasRows: boolean;
}

/** More would only take memory: each length of a list of values is another statement. */
const maxPrepared = 100;

/** Creates the function that executes statements, which it prepares once. */
function createExecute(database: DatabaseSync, damageWatch: DamageWatch | undefined): Execute {
  const prepared = new Map<string, PreparedStatement>();

  function prepare(text: string): PreparedStatement {
    const statement = database.prepare(text);
    return { statement, hasRows: statement.columns().length > 0 };
  }

  function run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const values = parameters as SQLInputValue[];
    if (prepared.size > maxPrepared) prepared.clear();
    const { statement, hasRows } = prepared.getOrInsertComputed(sql, prepare);
    if (hasRows) return { rows: statement.all(...values) as Row[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
  }

  return <Row>(query: CompiledQuery): QueryResult<Row> => {
    try {
      const result = run<Row>(query);
      damageWatch?.worked(query.sql);
      return result;
    } catch (cause) {
      const error = toStoreError(cause);
      damageWatch?.failed(query.sql, error);
      throw error;
    }
  };
}
