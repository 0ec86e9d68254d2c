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
import { type ConnectionPool, NoFreeConnection } from './connection-pool.ts';
import type { Connection } from './connection.ts';
import type { FindWait } from './find-wait.ts';
import {
  endsWithCommit,
  getStatementKind,
  mayRepeat,
  type StatementKind,
} from './statement-kind.ts';

/** The connection was lost in a transaction, of which nothing is committed. */
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
  /** A statement that takes longer is given up (milliseconds), a commit sooner; undefined: never. */
  statementMs: number | undefined;
  findWait: FindWait;
}

/**
 * Codes of a server that is no primary any more, or ends the connection:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const lostCodes = /^(25006|57P0[1-4]|08...)$/;
/** The server is read-only, and has changed nothing. */
const readOnlyCode = '25006';

interface Statement {
  kind: StatementKind;
  sql: string;
  parameters: readonly unknown[];
}

/** Acquires a connection for the statements of a transaction, or for one statement. */
export async function acquireLease(options: LeaseOptions): Promise<Lease> {
  const { pool, statementMs, findWait } = options;
  let connection = await acquire();
  let isInTransaction = false;
  /** Resolves when a statement that was given up has ended. */
  let abandoned: Promise<unknown> | undefined;

  return { query, release };

  async function acquire(): Promise<Connection> {
    try {
      return await pool.acquire();
    } catch (error) {
      if (error instanceof NoFreeConnection) throw await explainWait(error);
      throw toStoreError(error);
    }
  }

  async function query(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<QueryResult | RolledBack> {
    const statement = { kind: getStatementKind(sql), sql, parameters };
    // The server rolls back what it loses.
    if (statement.kind === 'rollback' && connection.isLost)
      return { command: 'ROLLBACK', rows: [] };
    try {
      return await execute(statement);
    } catch (error) {
      if (!(error instanceof ConnectionLost) || isInTransaction) throw error;
      pool.release(connection);
      connection = await acquire();
      return execute(statement);
    }
  }

  /** Executes a statement. Throws `ConnectionLost` if it may be repeated on another connection. */
  async function execute(statement: Statement): Promise<QueryResult> {
    const { kind } = statement;
    const isCommitting = endsWithCommit(kind, isInTransaction);
    connection.warnings.length = 0;
    try {
      const result = await executeInTime(statement);
      if (kind === 'begin') isInTransaction = true;
      if (kind === 'commit' || kind === 'rollback') isInTransaction = false;
      if (isCommitting) assertNoWarning();
      return result;
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      if (error instanceof DatabaseError) redact(error);
      throw await describeFailure(error, kind);
    }
  }

  /** Returns the error of the store for that of a statement. After a lost connection, all older ones go. */
  async function describeFailure(error: unknown, kind: StatementKind): Promise<unknown> {
    const code = readCode(error);
    connection.isLost ||= lostCodes.test(code);
    if (connection.isLost) {
      pool.replaceAll();
      if (code === readOnlyCode || mayRepeat(kind, isInTransaction))
        return new ConnectionLost(getReason(error), { cause: error });
    } else if (isLockError(error)) return explainWait(error);
    return toStoreError(error);
  }

  /** Throws after a commit of which the server does not know if it is on the synchronous standby. */
  function assertNoWarning() {
    const [warning] = connection.warnings;
    if (warning === undefined) return;
    throw new StoreUnavailable(`The outcome of a commit is unknown: ${warning}`);
  }

  async function executeInTime({ kind, sql, parameters }: Statement): Promise<QueryResult> {
    const running = connection.client.query(sql, [...parameters]);
    if (statementMs === undefined) return running;
    const timeoutMs = kind === 'commit' ? statementMs * commitShare : statementMs;
    const timeout = Promise.withResolvers<undefined>();
    const timer = setTimeout(timeout.resolve, timeoutMs, undefined);
    const result = await Promise.race([running, timeout.promise]).finally(() =>
      clearTimeout(timer),
    );
    return result ?? giveUp(running, timeoutMs);
  }

  /** Cancels a statement at the server: a closed socket does not end it there. */
  async function giveUp(running: Promise<unknown>, timeoutMs: number): Promise<never> {
    const ended = running.catch(() => undefined);
    const message = `The database has not responded for ${timeoutMs / 1000} s`;
    const error = await explainWait(new Error(message));
    connection.isLost = true;
    pool.replaceAll();
    cancelStatement(connection.client, cancelMs);
    abandoned = Promise.race([ended, sleep(cancelMs)]);
    throw error;
  }

  /** Adds what the database waits for. */
  async function explainWait(cause: unknown): Promise<unknown> {
    const wait = await findWait();
    if (!wait) return toStoreError(cause);
    const { fix } = wait;
    return new StoreUnavailable(`${getReason(cause)}: ${wait.description}`, { cause, fix });
  }

  function release(isDiscarded = false) {
    connection.isLost ||= isDiscarded;
    if (abandoned) void abandoned.then(() => pool.release(connection));
    else pool.release(connection);
  }
}

/**
 * Part of a statement's time that a commit has. A server that stood still executes a statement late, and then
 * waits at the commit for a standby that it has lost: both together must end before the visitor's connection
 * is closed (`idleTimeoutMs`).
 */
const commitShare = 2 / 3;
/** Time for a cancelled statement to end, before its socket is closed. */
const cancelMs = 5000;

/**
 * Classes of errors whose text names tables, resources or states of the server, and quotes no value:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const quotesNoValue = /^(23|25|42|53|55|57|58|XX)/;

/** Removes from the error of a statement what may quote an inquiry. */
function redact(error: DatabaseError) {
  Object.assign(error, { detail: undefined, where: undefined, hint: undefined });
  const { code = '', message, stack = '' } = error;
  if (quotesNoValue.test(code)) return;
  error.message = `PostgreSQL error ${code}`;
  error.stack = stack.replace(message, () => error.message);
}
