import type { Store } from './store.ts';

/** Error of the store. Its message quotes no inquiry. */
export class StoreError extends Error {
  override name = this.constructor.name;
  /** Remedy in whole sentences, if known. */
  readonly fix: string | undefined;
  /** True for a bug of this program. */
  readonly isBug: boolean = false;

  constructor(
    message: string,
    { cause, fix = findFix(cause) }: { cause?: unknown; fix?: string } = {},
  ) {
    super(message, { cause });
    this.fix = fix;
  }
}

/** The store failed for a reason outside the inquiry; a retry may succeed. */
export class StoreUnavailable extends StoreError {}

/** The database refused a statement or its values: a bug of this program. */
export class StatementError extends StoreError {
  override readonly isBug = true;
}

/** The store has the tables of a newer version of this program. */
export class StoreTooNew extends StoreUnavailable {}

/** The store has the tables of an earlier version of this program. */
export class StoreOutdated extends StoreUnavailable {}

/** Another program has changed tables, indexes, triggers or views of a store. */
export class SchemaChanged extends StoreUnavailable {}

/** The expected store does not exist. */
export class StoreMissing extends StoreUnavailable {}

/** Creates the error for a damaged, partial or foreign copy. `name` is its path. */
export const createUnusableCopyError = (name: string, reason: string): StoreUnavailable =>
  new StoreUnavailable(`${name} cannot be used: ${reason}`, { fix: 'Restore an earlier backup.' });

/** Converts an error of a database driver. */
export const toStoreError = (cause: unknown): StoreError =>
  isBug(cause)
    ? new StatementError(getReason(cause), { cause, fix: statementFix })
    : new StoreUnavailable(getReason(cause), { cause });

/**
 * Codes of a statement that the database cannot execute, or whose values it refuses:
 * - SQLite: error, constraint, mismatch, misuse, range
 * - Node: a parameter of a wrong type
 * - PostgreSQL: data exception, constraint violation, and syntax error or access rule violation except a missing
 *   table or privilege
 */
const bugCodes = /^(1|19|20|21|25|ERR_INVALID_ARG_TYPE|22...|23...|42(?!501|P01)...)$/;

/** SQLite has no separate code for a missing table, which another program must have removed. */
const missingTable = /^no such table/;

const isBug = (error: unknown): boolean =>
  bugCodes.test(readCode(error)) && !missingTable.test(getReason(error));

/**
 * Returns the message of an error. A host with several addresses fails with an `AggregateError`
 * that has no message.
 */
export function getReason(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0]) return getReason(error.errors[0]);
  return error instanceof Error && error.message ? error.message : 'unknown reason';
}

export const restoreCommand = '"inquiries restore FILE" with the last backup';
export const statementFix =
  'A fault of the program, not of the store: report this message, and start the version before the last upgrade. If another program changed a table of the store, undo that.';
export const damagedFix = `Stop the server and run ${restoreCommand}, as "Restore" in docs/operate.md says: it keeps newer inquiries.`;

const lockCodes = /^(5|55P03)$/;
/** Codes of a disk that is full, faulty, or mounted without write access. */
const diskCodes = /^(10|13|ENOSPC|EDQUOT|EIO|EROFS|53100)$/;
/** Codes of pages that cannot be read as expected. */
const damageCodes = /^(11|26|XX00[12])$/;
/**
 * Codes of files that this user cannot open or write: SQLITE_PERM, SQLITE_READONLY and
 * SQLITE_CANTOPEN.
 */
const accessCodes = /^(3|8|14|EACCES|EPERM)$/;

/**
 * Remedies by the primary result code of SQLite (https://www.sqlite.org/rescode.html), or by the
 * code of Node or PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const fixes: [codes: RegExp, fix: string][] = [
  [lockCodes, 'Another program keeps the store locked: stop it.'],
  [
    diskCodes,
    'Free space on the disk of the store, or replace a faulty one; no restart is needed.',
  ],
  [
    accessCodes,
    "Check that the server's user owns the folder and its files and may write to them.",
  ],
  [damageCodes, damagedFix],
  [/^42P01$/, damagedFix],
  [
    /^25006$/,
    'Set DATABASE_URL to the primary server or the writer endpoint: this one is read-only. During a failover, wait.',
  ],
  [
    /^28P01$/,
    'Correct the user and password in DATABASE_URL. After a change in PostgreSQL, restart the server with the new ones.',
  ],
  [
    /^28000$/,
    'Let the role log in, and allow it and this machine in pg_hba.conf of PostgreSQL. If its line begins with hostssl, add ?sslmode=verify-full to DATABASE_URL.',
  ],
  [/^3D000$/, 'Create the database, or correct its name in DATABASE_URL.'],
  [
    /^42501$/,
    'Make the user of DATABASE_URL the owner of the database: "alter database ... owner to ...".',
  ],
  [
    /^53300$/,
    'Raise max_connections of PostgreSQL or the connection limit of the role: a server takes up to 11 connections, a command two.',
  ],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/,
    'Add &sslrootcert=/path/to/ca.pem to DATABASE_URL, with the CA of the certificate, or the certificate itself if it is self-signed.',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'Set DATABASE_URL to a host name that the certificate of the database has.',
  ],
  [/^CERT_HAS_EXPIRED$/, 'Renew the certificate of the database.'],
];

/** Remedies for errors that have no code of their own. */
const messageFixes: [message: RegExp, fix: string][] = [
  [missingTable, damagedFix],
  [
    /^ENOENT: no such file or directory, open /,
    'Correct the file of sslrootcert in DATABASE_URL: this user must be able to read it.',
  ],
  [
    /^The server does not support SSL connections/,
    'Turn on TLS in PostgreSQL, or remove sslmode from DATABASE_URL in a private network.',
  ],
  [
    /^Connection terminated/,
    'Check that the database runs. HAProxy ends a connection while none of its servers is up, or if it expects TLS and DATABASE_URL has no sslmode.',
  ],
];

/**
 * Returns the remedy for a failure of the store, in whole sentences. If its code is unknown,
 * returns a general one.
 */
export function getStoreFix(error: unknown, kind: Store['kind']): string {
  if (error instanceof StoreError && error.fix) return error.fix;
  return kind === 'sqlite'
    ? 'Set DATA_DIR to a folder that this user may read and write.'
    : 'Check that the database runs and that DATABASE_URL names it, with a user who may create tables.';
}

function findFix(error: unknown) {
  if (error instanceof StoreError) return error.fix;
  const byMessage = messageFixes.find(([message]) => message.test(getReason(error)));
  const byCode = fixes.find(([codes]) => codes.test(readCode(error)));
  return (byMessage ?? byCode)?.[1];
}

/**
 * Returns the code of a driver error, or of the driver error that caused a store error; empty if
 * there is none.
 */
export function readCode(error: unknown): string {
  if (error instanceof StoreError) return readCode(error.cause);
  if (error instanceof AggregateError) return readCode(error.errors[0]);
  if (!(error instanceof Error)) return '';
  // The low byte of SQLite's extended code is the primary one.
  if ('errcode' in error) return String(Number(error.errcode) & 0xff);
  return 'code' in error ? String(error.code) : '';
}

/** Tells if another process did not release its lock in time. */
export const isLockError = (error: unknown): boolean => lockCodes.test(readCode(error));

/** Tells if a statement met damage in the files of the database. */
export const isDamageError = (error: unknown): error is StoreUnavailable =>
  error instanceof StoreUnavailable && damageCodes.test(readCode(error));

/**
 * Codes of a database that cannot be reached, is starting or stopping, has no connection left, or
 * is a standby or an old primary during a failover. ENOTFOUND is among them, because a stopped
 * container has no host name either.
 */
const downCodes =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|08...|53300|57P0[1-4]|25006)$/;

/**
 * Tells if the store may open later without a change of settings: its database is down, its disk
 * accepts no writes, its files belong to another user, or it is damaged until a backup is restored.
 */
export function mayOpenLater(error: unknown): error is StoreUnavailable {
  if (!(error instanceof StoreUnavailable)) return false;
  const code = readCode(error);
  const laterCodes = [downCodes, diskCodes, accessCodes, damageCodes];
  return (
    laterCodes.some((codes) => codes.test(code)) || /: Connection terminated/.test(error.message)
  );
}
