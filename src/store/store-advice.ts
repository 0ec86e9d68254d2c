import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { StoreUnavailable } from './store-errors.ts';
import type { Store } from './store.ts';

/** Remedy for messages. */
export const restoreCommand = '"inquiries restore FILE" with the last backup';

const lockedFix = 'Another program keeps the store locked: stop it.';
const fullFix = 'Free space on the disk of the store; no restart is needed.';
export const damagedFix = `Stop the server and run ${restoreCommand}.`;
export const readOnlyFix =
  'Set DATABASE_URL to the primary server or the writer endpoint: this one is read-only.';
const missingTablesFix = `Tables are missing. ${damagedFix}`;
const deviceFix =
  'Check that the disk works and is writable (the system remounts a faulty one read-only), and the limit of open files.';

/** Remedy for errors of permissions. The owner of a file, if it is another user, is more specific. */
export const accessFix =
  "Check that the server's user owns the folder and its files and may write to them.";

/** Remedies by result code, extended or primary (https://www.sqlite.org/rescode.html). */
const sqliteFixes: Record<number, string> = {
  5: lockedFix,
  8: accessFix,
  10: deviceFix,
  11: damagedFix,
  13: fullFix,
  14: accessFix,
  26: damagedFix,
  // SQLITE_IOERR_SHMSIZE: no space for the log's index.
  4874: fullFix,
};

/**
 * Remedies by code of Node or PostgreSQL; the first match counts
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const codeFixes: readonly (readonly [RegExp, string])[] = [
  [/^(EACCES|EPERM)$/, accessFix],
  [/^(EROFS|EIO)$/, deviceFix],
  [/^(ENOSPC|EDQUOT)$/, fullFix],
  [/^(EMFILE|ENFILE)$/, 'Raise the limit of open files of this process.'],
  [/^ECONNREFUSED$/, 'Check that the database runs and that DATABASE_URL names its host and port.'],
  [
    /^(ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/,
    'Check host and port in DATABASE_URL, and the network connection.',
  ],
  [
    /CERT|SIGNATURE/,
    'Use a certificate that is valid for the host in DATABASE_URL, and name its CA with sslrootcert.',
  ],
  [/^25006$/, readOnlyFix],
  [/^28000$/, "Allow this user and host in the database server's pg_hba.conf."],
  [/^28P01$/, 'Correct user and password in DATABASE_URL.'],
  [
    /^3D000$/,
    'Create the database with "createdb --owner=USER --template=template0 --encoding=UTF8 NAME", or correct its name in DATABASE_URL.',
  ],
  [/^42501$/, 'Grant the user of DATABASE_URL the right to create, read and change tables.'],
  [/^42P01$/, missingTablesFix],
  [/^53100$/, "Free space on the database server's disk; no restart is needed."],
  [
    /^53300$/,
    "Raise PostgreSQL's max_connections, or run fewer servers: each opens up to 12 connections.",
  ],
  [/^55P03$/, 'Another session locks the tables: end long transactions.'],
  [/^57P0[13]$/, 'Wait until the database server has started.'],
  [/^XX00[12]$/, damagedFix],
];

const generalFixes: Record<Store['kind'], string> = {
  sqlite: 'Set DATA_DIR to a folder that this user may read and write.',
  postgres:
    'Check that the database runs and that DATABASE_URL names it, with a user who may create tables.',
};

/** Finds the remedy for a failure of the store, in whole sentences, from the error or its causes. */
export function findStoreFix(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // A host with several addresses fails with an `AggregateError`.
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return getOwnFix(error) ?? findStoreFix(inner);
}

/** Returns the remedy for a failure of the store, in whole sentences; a general one if its code is unknown. */
export const getStoreFix = (error: unknown, kind: Store['kind']): string =>
  findStoreFix(error) ?? generalFixes[kind];

/** Returns the remedy of an error without looking at its causes. */
export function getOwnFix(error: Error): string | undefined {
  if (error instanceof StoreUnavailable) return error.fix;
  if ('errcode' in error) {
    const code = Number(error.errcode);
    if (/^no such (table|column)/.test(error.message)) return missingTablesFix;
    return sqliteFixes[code] ?? sqliteFixes[code & 0xff];
  }
  if (!('code' in error)) return undefined;
  return codeFixes.find(([pattern]) => pattern.test(String(error.code)))?.[1];
}

/** Describes a file owned by another user and the remedy; undefined for own or missing files. */
export function describeForeignOwner(path: string): string | undefined {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid;
  const { uid, username } = userInfo();
  if (owner === undefined || uid === -1 || owner === uid) return undefined;
  return (
    `${path} belongs to user ${owner}, and this runs as ${username}. ` +
    `Run "chown ${username} ${path}" as root, or run this as user ${owner}.`
  );
}
