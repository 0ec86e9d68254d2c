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
import { isSelect } from '../is-select.ts';
import { toStoreError } from '../store-errors.ts';
import type { Tables } from '../tables.ts';
import type { DamageWatch } from './damage.ts';
import { WriteLock } from './write-lock.ts';

interface SqliteDatabases {
  writer: DatabaseSync;
  /** Database for reads outside a transaction (default: `writer`). */
  reader?: DatabaseSync;
  /** Maximum time in milliseconds for which a write waits for a lock (default: none). */
  lockWaitMs?: number;
  /**
   * Called with the error of a lock each time a write finds the database locked and continues to
   * wait.
   */
  onLocked?: (error: unknown) => void;
  /** Is told the outcome of each statement. */
  damageWatch?: DamageWatch;
}

interface PreparedStatement {
  statement: StatementSync;
  /** True if it returns rows, such as a `select` or an `insert` with `returning`. */
  hasRows: boolean;
}

/**
 * Maximum number of prepared statements, which bounds the memory: each length of a list of values
 * needs its own statement.
 */
const maxPrepared = 100;

/** Connects Kysely to `node:sqlite`. The caller closes the databases. */
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
  // With false, reads would wait for a transaction.
  override get supportsMultipleConnections() {
    return true;
  }
}

class NoRowLockCompiler extends SqliteQueryCompiler {
  // Omit `for update`: an immediate transaction locks the database.
  override visitSelectModifier() {}
}

/** Runs reads at once and writes one after the other, by the rules in `write-lock.ts`. */
class QueueingDriver implements Driver {
  readonly #writer: DatabaseSync;
  readonly #writes: Statements;
  readonly #reads: Statements;
  readonly #lock: WriteLock;
  #inTransaction: DatabaseConnection | undefined;

  constructor({ writer, reader, lockWaitMs = 0, onLocked, damageWatch }: SqliteDatabases) {
    this.#writer = writer;
    this.#writes = new Statements(writer, damageWatch);
    this.#reads = reader ? new Statements(reader, damageWatch) : this.#writes;
    this.#lock = new WriteLock({ lockWaitMs, onLocked });
  }

  async init() {}
  async releaseConnection() {}
  async destroy() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection: DatabaseConnection = {
      executeQuery: (query) => this.#execute(connection, query),
      streamQuery() {
        throw new Error('Read pages instead: a stream would hold a lock');
      },
    };
    return connection;
  }

  async #execute<Row>(
    connection: DatabaseConnection,
    query: CompiledQuery,
  ): Promise<QueryResult<Row>> {
    if (connection === this.#inTransaction) return this.#writes.execute(query);
    if (isSelect(query.sql)) return this.#reads.execute(query);
    const result = await this.#lock.acquire(() => this.#startWrite<Row>(query));
    this.#lock.release();
    return result;
  }

  async beginTransaction(connection: DatabaseConnection) {
    // Immediate, because a deferred transaction that reads first cannot wait for the write lock.
    await this.#lock.acquire(() => this.#startWrite(CompiledQuery.raw('begin immediate')));
    this.#inTransaction = connection;
  }

  #startWrite<Row>(query: CompiledQuery): QueryResult<Row> {
    // If the previous rollback failed, this write would belong to its transaction.
    this.#rollBack();
    return this.#writes.execute(query);
  }

  async commitTransaction() {
    this.#writes.execute(CompiledQuery.raw('commit'));
    this.#inTransaction = undefined;
    this.#lock.release();
  }

  // Kysely also calls this after a failed commit.
  async rollbackTransaction() {
    this.#inTransaction = undefined;
    try {
      this.#rollBack();
    } finally {
      this.#lock.release();
    }
  }

  #rollBack() {
    // SQLite rolls back by itself after some errors, such as a full disk, and when it is closed.
    if (this.#writer.isOpen && this.#writer.isTransaction)
      this.#writes.execute(CompiledQuery.raw('rollback'));
  }
}

/** Prepares each statement of a database once, and executes it. */
class Statements {
  readonly #database: DatabaseSync;
  readonly #damageWatch: DamageWatch | undefined;
  readonly #prepared = new Map<string, PreparedStatement>();

  constructor(database: DatabaseSync, damageWatch: DamageWatch | undefined) {
    this.#database = database;
    this.#damageWatch = damageWatch;
  }

  /** Executes a statement. Throws `StoreUnavailable` or `StatementError`. */
  execute<Row>(query: CompiledQuery): QueryResult<Row> {
    try {
      const result = this.#run<Row>(query);
      this.#damageWatch?.worked(query.sql);
      return result;
    } catch (cause) {
      const error = toStoreError(cause);
      this.#damageWatch?.failed(query.sql, error);
      throw error;
    }
  }

  #run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const values = parameters as SQLInputValue[];
    if (this.#prepared.size > maxPrepared) this.#prepared.clear();
    const { statement, hasRows } = this.#prepared.getOrInsertComputed(sql, this.#prepare);
    if (hasRows) return { rows: statement.all(...values) as Row[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
  }

  /** An arrow function, because it is passed as a callback. */
  readonly #prepare = (sql: string): PreparedStatement => {
    const statement = this.#database.prepare(sql);
    return { statement, hasRows: statement.columns().length > 0 };
  };
}
