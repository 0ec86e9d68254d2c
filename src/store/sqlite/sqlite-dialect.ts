import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';

const lockPollMs = 20;
const maxPrepared = 100;

/**
 * Creates Kysely's SQLite dialect over `node:sqlite`. A transaction waits up to `lockWaitMs` for those of
 * other processes.
 */
export const createSqliteDialect = (database: DatabaseSync, lockWaitMs: number): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new ImmediateDriver(database, lockWaitMs),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new NoRowLockCompiler(),
});

export const isSqliteConstraintViolation = (error: unknown) =>
  getSqliteResultCode(error) === SQLITE_CONSTRAINT;

class NoRowLockCompiler extends SqliteQueryCompiler {
  // Omits `for update`: an immediate transaction locks the database.
  override visitSelectModifier() {}
}

class ImmediateDriver extends SqliteDriver {
  #database: DatabaseSync;
  #lockWaitMs: number;
  /** Until a transaction begins: those that queue behind one lock wait for it once. */
  #lockedSince: number | undefined;

  constructor(database: DatabaseSync, lockWaitMs: number) {
    super({ database: betterSqlite3Adapter(database) });
    this.#database = database;
    this.#lockWaitMs = lockWaitMs;
  }

  // A deferred transaction that reads first cannot wait for the write lock.
  override async beginTransaction(connection: DatabaseConnection) {
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        this.#lockedSince = undefined;
        return;
      } catch (error) {
        if (getSqliteResultCode(error) !== SQLITE_BUSY) throw error;
        this.#lockedSince ??= performance.now();
        if (performance.now() - this.#lockedSince >= this.#lockWaitMs) throw error;
        await sleep(lockPollMs);
      }
    }
  }

  // SQLite rolls back by itself after some errors, such as a full disk.
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** Adapts `node:sqlite` to Kysely and caches prepared statements. */
function betterSqlite3Adapter(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
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

/** The low byte of the extended result code; undefined for any other error. */
export function getSqliteResultCode(error: unknown): number | undefined {
  const isSqliteError = error instanceof Error && 'errcode' in error;
  return isSqliteError ? Number(error.errcode) & 0xff : undefined;
}
