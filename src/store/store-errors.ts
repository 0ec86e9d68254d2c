import type { Store } from './store.ts';

/** The store failed for a reason outside the inquiry; a retry may succeed. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
  /** Remedy in whole sentences, if known. */
  readonly fix: string | undefined;

  constructor(message: string, { cause, fix }: { cause?: unknown; fix?: string | undefined } = {}) {
    super(message, { cause });
    this.fix = fix;
  }
}

/** The store has the tables of a newer version of this program. */
export class StoreTooNew extends StoreUnavailable {
  override name = 'StoreTooNew';
}

/** The expected store does not exist. */
export class StoreMissing extends StoreUnavailable {
  override name = 'StoreMissing';
}

/** Creates the error of a damaged, partial or foreign copy. `name` is its path. */
export const createUnusableCopyError = (name: string, reason: string): StoreUnavailable =>
  new StoreUnavailable(`${name} cannot be used: ${reason}`, { fix: 'Restore an earlier backup.' });

/**
 * Runs `task` and wraps its errors in `StoreUnavailable` with `message`, except those for which
 * `isBug` returns true.
 */
export async function wrapStoreErrors<Result>(
  message: string,
  task: () => Promise<Result>,
  isBug?: (error: unknown) => boolean,
): Promise<Result> {
  try {
    return await task();
  } catch (cause) {
    if (isBug?.(cause)) throw cause;
    throw new StoreUnavailable(message, { cause });
  }
}

/** Returns the message. A host with several addresses fails with an `AggregateError` without one. */
export function getReason(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0]) return getReason(error.errors[0]);
  return error instanceof Error && error.message ? error.message : 'unknown reason';
}

/** Remedy for messages. */
export const restoreCommand = '"inquiries restore FILE" with the last backup';
const damagedFix = `Stop the server and run ${restoreCommand}.`;

const lockCodes = /^(5|55P03)$/;

/**
 * Remedies by the primary result code of SQLite (https://www.sqlite.org/rescode.html), or the code of
 * Node or PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const fixes: readonly (readonly [RegExp, string])[] = [
  [lockCodes, 'Another program keeps the store locked: stop it.'],
  [
    /^(10|13|ENOSPC|EDQUOT|EIO|EROFS|53100)$/,
    'Free space on the disk of the store, or replace a faulty one; no restart is needed.',
  ],
  [
    /^(8|14|EACCES|EPERM)$/,
    "Check that the server's user owns the folder and its files and may write to them.",
  ],
  [/^(11|26|42P01|XX00[12])$/, damagedFix],
  [
    /^25006$/,
    'Set DATABASE_URL to the primary server or the writer endpoint: this one is read-only.',
  ],
];

const generalFixes: Record<Store['kind'], string> = {
  sqlite: 'Set DATA_DIR to a folder that this user may read and write.',
  postgres:
    'Check that the database runs and that DATABASE_URL names it, with a user who may create tables.',
};

/** Returns the remedy for a failure of the store, in whole sentences; a general one if its code is unknown. */
export function getStoreFix(error: unknown, kind: Store['kind']): string {
  if (!(error instanceof Error)) return generalFixes[kind];
  // A host with several addresses fails with an `AggregateError`.
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return getOwnFix(error) ?? getStoreFix(inner, kind);
}

/** Returns the remedy of an error without looking at its causes. */
export function getOwnFix(error: Error): string | undefined {
  if (error instanceof StoreUnavailable) return error.fix;
  if (/^no such (table|column)/.test(error.message)) return damagedFix;
  return fixes.find(([pattern]) => pattern.test(readCode(error)))?.[1];
}

function readCode(error: Error): string {
  const sqliteCode = 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
  return String(sqliteCode ?? ('code' in error ? error.code : ''));
}

/** Recognizes a lock of another process that was not released in time. */
export const isLockError = (error: unknown): boolean =>
  error instanceof Error && lockCodes.test(readCode(error));
