import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';

const SQLITE_BUSY = 5;
const SQLITE_CONSTRAINT = 19;
const lockPollMs = 20;

/** Kysely's SQLite dialect over `node:sqlite`. `lockWaitMs`: how long to wait for other processes. */
export class NodeSqliteDialect extends SqliteDialect {
  #database: DatabaseSync;
  #lockWaitMs: number;

  constructor(database: DatabaseSync, lockWaitMs: number) {
    super({ database: likeBetterSqlite3(database) });
    this.#database = database;
    this.#lockWaitMs = lockWaitMs;
  }

  override createDriver() {
    return new ImmediateDriver(this.#database, this.#lockWaitMs);
  }

  override createAdapter() {
    return new TransactionalAdapter();
  }

  override createQueryCompiler() {
    return new LocklessCompiler();
  }
}

export const isSqliteConstraintViolation = (error: unknown) =>
  resultCode(error) === SQLITE_CONSTRAINT;

class TransactionalAdapter extends SqliteAdapter {
  // Kysely then migrates inside a transaction, whose write lock keeps other processes waiting.
  override get supportsTransactionalDdl() {
    return true;
  }
}

class LocklessCompiler extends SqliteQueryCompiler {
  // `for update` and the like: a transaction has locked everything already.
  override visitSelectModifier() {}
}

class ImmediateDriver extends SqliteDriver {
  #database: DatabaseSync;
  #lockWaitMs: number;
  #lockedSince = -Infinity;
  #lastSeenLocked = -Infinity;

  constructor(database: DatabaseSync, lockWaitMs: number) {
    super({ database: likeBetterSqlite3(database) });
    this.#database = database;
    this.#lockWaitMs = lockWaitMs;
  }

  // A deferred transaction that reads first cannot wait for the lock: it fails at its first write.
  override async beginTransaction(connection: DatabaseConnection) {
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        this.#lastSeenLocked = -Infinity;
        return;
      } catch (error) {
        if (resultCode(error) !== SQLITE_BUSY || this.#isLockedTooLong()) throw error;
        await sleep(lockPollMs);
      }
    }
  }

  // SQLite itself rolls back after some errors, a full disk among them.
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }

  // One wait for all that queue behind the same lock, or each would wait its own in turn.
  #isLockedTooLong() {
    const now = performance.now();
    if (now - this.#lastSeenLocked > this.#lockWaitMs) this.#lockedSince = now;
    this.#lastSeenLocked = now;
    return now - this.#lockedSince >= this.#lockWaitMs;
  }
}

const likeBetterSqlite3 = (database: DatabaseSync): SqliteDatabase => ({
  close: () => database.close(),
  prepare(sql) {
    const statement = database.prepare(sql);
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
      run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
      iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
    };
  },
});

/** SQLite's primary result code: the low byte of the extended one. */
function resultCode(error: unknown) {
  const isSqliteError = error instanceof Error && 'errcode' in error;
  return isSqliteError ? Number(error.errcode) & 0xff : undefined;
}
