import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, type QueryResult } from 'pg';
import {
  getReason,
  isLockError,
  readCode,
  StoreUnavailable,
  toStoreError,
} from '../store-errors.ts';
import { cancelStatement } from './cancel-statement.ts';
import type { Connection } from './connection.ts';
import { type ConnectionPool, NoFreeConnection } from './connection-pool.ts';
import type { FindWait } from './find-wait.ts';
import {
  endsWithCommit,
  getStatementKind,
  mayRepeat,
  type StatementKind,
} from './statement-kind.ts';

/**
 * Codes of a server that is no longer primary, or that ends the connection:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const lostCodes = /^(25006|57P0[1-4]|08...)$/;
/** Code of a read-only server, which has changed nothing. */
const readOnlyCode = '25006';

/**
 * Classes of errors whose messages name tables, resources or states of the server, and quote no
 * values: https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const quotesNoValue = /^(23|25|42|53|55|57|58|XX)/;

/**
 * Timeout of a commit, relative to that of a statement. After a standstill, a server executes a
 * statement late, and then waits at the commit for a standby that it has lost. Both together must
 * end before the connection of the visitor is closed (`idleTimeoutMs`).
 */
const commitShare = 2 / 3;
/** Time in which a cancelled statement may end before its socket is closed. */
const cancelMs = 5000;

/** The connection was lost before anything was committed. */
export class ConnectionLost extends StoreUnavailable {}

/** The part of a client of `pg` that Kysely uses. */
export interface Lease {
  query(sql: string, parameters: readonly unknown[]): Promise<QueryResult | RolledBack>;
  /** Gives the connection back to the pool. */
  release(isDiscarded?: boolean): void;
}

interface RolledBack {
  command: 'ROLLBACK';
  rows: [];
}

interface LeaseOptions {
  pool: ConnectionPool;
  /** Timeout of a statement in milliseconds; a commit has less. Undefined: no timeout. */
  statementMs: number | undefined;
  findWait: FindWait;
}

interface Statement {
  kind: StatementKind;
  sql: string;
  parameters: readonly unknown[];
}

/** Acquires a connection for the statements of a transaction, or for one statement. */
export async function acquireLease(options: LeaseOptions): Promise<Lease> {
  return new ConnectionLease(options, await acquireConnection(options));
}

async function acquireConnection({ pool, findWait }: LeaseOptions): Promise<Connection> {
  try {
    return await pool.acquire();
  } catch (error) {
    if (error instanceof NoFreeConnection) throw await explainWait(error, findWait);
    // Without `toStoreError`: a code such as 42704 would mean a faulty statement, but here it is
    // about an option in DATABASE_URL.
    throw new StoreUnavailable(getReason(error), { cause: error });
  }
}

/** Converts an error to one of the store that says what the database waits for, if known. */
async function explainWait(cause: unknown, findWait: FindWait): Promise<unknown> {
  const wait = await findWait();
  if (!wait) return toStoreError(cause);
  const { fix } = wait;
  return new StoreUnavailable(`${getReason(cause)}: ${wait.description}`, { cause, fix });
}

class ConnectionLease implements Lease {
  readonly #options: LeaseOptions;
  #connection: Connection;
  #isInTransaction = false;
  /** Resolves when a statement that was given up has ended. */
  #abandoned: Promise<unknown> | undefined;

  constructor(options: LeaseOptions, connection: Connection) {
    this.#options = options;
    this.#connection = connection;
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<QueryResult | RolledBack> {
    const statement = { kind: getStatementKind(sql), sql, parameters };
    // The server has rolled back the transaction of a lost connection.
    if (statement.kind === 'rollback' && this.#connection.isLost)
      return { command: 'ROLLBACK', rows: [] };
    try {
      return await this.#execute(statement);
    } catch (error) {
      if (!(error instanceof ConnectionLost) || this.#isInTransaction) throw error;
      this.#options.pool.release(this.#connection);
      this.#connection = await acquireConnection(this.#options);
      return this.#execute(statement);
    }
  }

  /**
   * Executes a statement. Throws `ConnectionLost` if it may be executed again on another
   * connection.
   */
  async #execute(statement: Statement): Promise<QueryResult> {
    const { kind } = statement;
    const isCommitting = endsWithCommit(kind, this.#isInTransaction);
    this.#connection.warnings.length = 0;
    try {
      const result = await this.#executeInTime(statement);
      if (kind === 'begin') this.#isInTransaction = true;
      if (kind === 'commit' || kind === 'rollback') this.#isInTransaction = false;
      if (isCommitting) this.#assertNoWarning();
      return result;
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      if (error instanceof DatabaseError) redact(error);
      this.#discardIfLost(error);
      throw await this.#describeFailure(error, kind);
    }
  }

  async #executeInTime({ kind, sql, parameters }: Statement): Promise<QueryResult> {
    const { statementMs } = this.#options;
    const running = this.#connection.client.query(sql, [...parameters]);
    if (statementMs === undefined) return running;
    const timeoutMs = kind === 'commit' ? statementMs * commitShare : statementMs;
    const timeout = Promise.withResolvers<undefined>();
    const timer = setTimeout(timeout.resolve, timeoutMs, undefined);
    const result = await Promise.race([running, timeout.promise]).finally(() =>
      clearTimeout(timer),
    );
    return result ?? this.#giveUp(running, timeoutMs);
  }

  /** Cancels a statement on the server, which would go on after its socket is closed. */
  async #giveUp(running: Promise<unknown>, timeoutMs: number): Promise<never> {
    const { pool, findWait } = this.#options;
    const ended = running.catch(() => undefined);
    const message = `The database has not responded for ${timeoutMs / 1000} s`;
    const error = await explainWait(new Error(message), findWait);
    this.#connection.isLost = true;
    pool.replaceAll();
    cancelStatement(this.#connection.client, cancelMs);
    this.#abandoned = Promise.race([ended, sleep(cancelMs)]);
    throw error;
  }

  /** Throws if the server warned that a commit may be missing on the synchronous standby. */
  #assertNoWarning() {
    const [warning] = this.#connection.warnings;
    if (warning === undefined) return;
    throw new StoreUnavailable(`The outcome of a commit is unknown: ${warning}`);
  }

  /** If the connection is lost, discards it and all older ones of the pool. */
  #discardIfLost(error: unknown) {
    this.#connection.isLost ||= lostCodes.test(readCode(error));
    if (this.#connection.isLost) this.#options.pool.replaceAll();
  }

  /** Converts the error of a statement to one of the store. */
  async #describeFailure(error: unknown, kind: StatementKind): Promise<unknown> {
    if (this.#connection.isLost) {
      const hasChangedNothing = readCode(error) === readOnlyCode;
      if (hasChangedNothing || mayRepeat(kind, this.#isInTransaction))
        return new ConnectionLost(getReason(error), { cause: error });
    } else if (isLockError(error)) {
      return explainWait(error, this.#options.findWait);
    }
    return toStoreError(error);
  }

  release(isDiscarded = false): void {
    const { pool } = this.#options;
    const connection = this.#connection;
    connection.isLost ||= isDiscarded;
    if (this.#abandoned) void this.#abandoned.then(() => pool.release(connection));
    else pool.release(connection);
  }
}

/** Removes the parts of an error that may quote an inquiry. */
function redact(error: DatabaseError) {
  Object.assign(error, { detail: undefined, where: undefined, hint: undefined });
  const { code = '', message, stack = '' } = error;
  if (quotesNoValue.test(code)) return;
  error.message = `PostgreSQL error ${code}`;
  error.stack = stack.replace(message, () => error.message);
}
