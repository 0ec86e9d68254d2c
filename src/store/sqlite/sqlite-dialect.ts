import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { restoreCommand } from './detect-file-replacement.ts';

const lockPollMs = 20;
/** A lock seen again within this time counts as the same one, also on a busy machine. */
const sameLockMs = 1000;
const maxPrepared = 100;

export interface NodeSqliteOptions {
  /** How long to wait for other processes. */
  lockWaitMs: number;
  /** Called before a transaction and after its commit: throws where that is not in the store. */
  checkFiles(): void;
}

/** Kysely's SQLite dialect over `node:sqlite`. */
export class NodeSqliteDialect extends SqliteDialect {
  #database: DatabaseSync;
  #options: NodeSqliteOptions;

  constructor(database: DatabaseSync, options: NodeSqliteOptions) {
    super({ database: betterSqlite3Adapter(database) });
    this.#database = database;
    this.#options = options;
  }

  override createDriver() {
    return new ImmediateDriver(this.#database, this.#options);
  }

  override createQueryCompiler() {
    return new NoRowLockCompiler();
  }
}

export const isSqliteConstraintViolation = (error: unknown) =>
  getSqliteResultCode(error) === SQLITE_CONSTRAINT;

class NoRowLockCompiler extends SqliteQueryCompiler {
  // `for update` and the like: a transaction has locked everything already.
  override visitSelectModifier() {}
}

class ImmediateDriver extends SqliteDriver {
  #database: DatabaseSync;
  #options: NodeSqliteOptions;
  #lockedSince = -Infinity;
  #lastSeenLocked = -Infinity;

  constructor(database: DatabaseSync, options: NodeSqliteOptions) {
    super({ database: betterSqlite3Adapter(database) });
    this.#database = database;
    this.#options = options;
  }

  // A deferred transaction that reads first cannot wait for the lock: it fails at its first write.
  override async beginTransaction(connection: DatabaseConnection) {
    this.#options.checkFiles();
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        this.#lastSeenLocked = -Infinity;
        return;
      } catch (error) {
        if (getSqliteResultCode(error) !== SQLITE_BUSY || this.#isLockedTooLong()) throw error;
        await sleep(lockPollMs);
      }
    }
  }

  // The files may have gone since the transaction began: then nothing is answered as stored.
  override async commitTransaction(connection: DatabaseConnection) {
    await super.commitTransaction(connection);
    this.#options.checkFiles();
  }

  // SQLite itself rolls back after some errors, a full disk among them.
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }

  // One wait for all that queue behind the same lock, or each would wait its own in turn.
  #isLockedTooLong() {
    const now = performance.now();
    const { lockWaitMs } = this.#options;
    if (now - this.#lastSeenLocked > Math.max(lockWaitMs, sameLockMs)) this.#lockedSince = now;
    this.#lastSeenLocked = now;
    return now - this.#lockedSince >= lockWaitMs;
  }
}

/** Statements stay prepared, since the same ones come again and again. */
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
  const statement = withErrorHint(() => database.prepare(sql));
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => withErrorHint(() => statement.all(...(parameters as SQLInputValue[]))),
    run: (parameters) => withErrorHint(() => statement.run(...(parameters as SQLInputValue[]))),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}

/** Adds to the message of an error of SQLite what to do about it, where that is known. */
function withErrorHint<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const fix = hints[getSqliteResultCode(error) ?? 0];
    if (fix && error instanceof Error) error.message += `. ${fix}`;
    throw error;
  }
}

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html). */
export const SQLITE_BUSY = 5;
const SQLITE_CONSTRAINT = 19;

const restoreHint = `Stop the server and run ${restoreCommand}. The command "inquiries check" shows the damage`;
const accessHint =
  'See that the folder and its files belong to the user of the server and may be written';

const hints: Record<number, string> = {
  [SQLITE_BUSY]: 'Another program keeps the store locked: end it',
  8: accessHint,
  10: 'See whether the disk works and may be written (the system makes a faulty one read-only until it is checked), and whether more files may be opened',
  11: restoreHint,
  13: 'Make room on the disk of the store: storing goes on by itself',
  14: `${accessHint}, and that the system may open more files`,
  26: restoreHint,
};

/** The low byte of the extended result code; undefined for any other error. */
export function getSqliteResultCode(error: unknown): number | undefined {
  const isSqliteError = error instanceof Error && 'errcode' in error;
  return isSqliteError ? Number(error.errcode) & 0xff : undefined;
}
