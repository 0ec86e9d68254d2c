import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
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
import { toStoreError } from '../store-errors.ts';
import type { Tables } from '../tables.ts';
import type { DamageWatch } from './damage.ts';
import { WriteLock } from './write-lock.ts';

interface SqliteDatabases {
  writer: DatabaseSync;
  /** Database for reads outside of a transaction (default: `writer`). */
  reader?: DatabaseSync;
  /** Maximum time in milliseconds for which a write waits for a lock (default: none). */
  lockWaitMs?: number;
  /** Called with the error of a lock, each time that a write finds it and waits on. */
  onLocked?: (error: unknown) => void;
  /** Gets the outcome of each statement. */
  damageWatch?: DamageWatch;
}

/** Connects Kysely to `node:sqlite`. The caller closes the databases. */
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

/** Runs reads at once, and writes one after the other, by the rules of `write-lock.ts`. */
function createQueueingDriver(databases: SqliteDatabases): Driver {
  const { writer, reader, lockWaitMs = 0, onLocked, damageWatch } = databases;
  const write = createExecute(writer, damageWatch);
  const read = reader ? createExecute(reader, damageWatch) : write;
  const lock = new WriteLock({ lockWaitMs, onLocked });
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
          const result = await lock.acquire(() => startWrite<Row>(query));
          lock.release();
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
      await lock.acquire(() => startWrite(CompiledQuery.raw('begin immediate')));
      inTransaction = connection;
    },

    async commitTransaction() {
      write(CompiledQuery.raw('commit'));
      inTransaction = undefined;
      lock.release();
    },

    // Kysely also calls this after a failed commit.
    async rollbackTransaction() {
      inTransaction = undefined;
      try {
        rollBack();
      } finally {
        lock.release();
      }
    },
  };

  function startWrite<Row>(query: CompiledQuery): QueryResult<Row> {
    // If the rollback before has failed, this write would belong to its transaction.
    rollBack();
    return write<Row>(query);
  }

  function rollBack() {
    // SQLite rolls back by itself after some errors, such as a full disk, and when it is closed.
    if (writer.isOpen && writer.isTransaction) write(CompiledQuery.raw('rollback'));
  }
}

/** Executes a statement. Throws `StoreUnavailable`, or the error of a refused row. */
type Execute = <Row>(query: CompiledQuery) => QueryResult<Row>;

interface PreparedStatement {
  statement: StatementSync;
  /** True if it returns rows, such as a `select` or an `insert` with `returning`. */
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
