import { restoreCommand } from './store-files.ts';

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html). */
export const SQLITE_BUSY = 5;
export const SQLITE_CONSTRAINT = 19;

const restore = `Stop the server and run ${restoreCommand}. The command "inquiries check" shows the damage`;
const access =
  'See that the folder and its files belong to the user of the server and may be written';

const advice: Record<number, string> = {
  [SQLITE_BUSY]: 'Another program keeps the store locked: end it',
  8: access,
  10: 'See whether the disk works and may be written (the system makes a faulty one read-only until it is checked), and whether more files may be opened',
  11: restore,
  13: 'Make room on the disk of the store: storing goes on by itself',
  14: `${access}, and that the system may open more files`,
  26: restore,
};

/** Adds to the message of an error of SQLite what to do about it, where that is known. */
export function explainSqliteError(error: unknown): void {
  const code = sqliteResultCode(error);
  const fix = code === undefined ? undefined : advice[code];
  if (fix && error instanceof Error) error.message += `. ${fix}`;
}

/** The low byte of the extended result code; undefined for any other error. */
export function sqliteResultCode(error: unknown): number | undefined {
  const isSqliteError = error instanceof Error && 'errcode' in error;
  return isSqliteError ? Number(error.errcode) & 0xff : undefined;
}
