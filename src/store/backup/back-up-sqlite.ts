import fs from 'node:fs';
import { backup } from 'node:sqlite';
import type { IsoTime } from '../../text/format-time.ts';
import { saveSharedValue } from '../shared-values.ts';
import { openDatabase } from '../sqlite/open-database.ts';
import type { CopyContents } from '../store.ts';
import { verifyCopy, withCopy } from './verify-copy.ts';

/**
 * Copies a database to a new file with mode 0600, records `at` in the copy as the time of the last
 * backup, and verifies the copy. Throws EEXIST if the file exists, and `StoreUnavailable` if the
 * copy fails; the caller removes the partial file.
 */
export async function backUpSqlite(
  source: string,
  file: string,
  at: IsoTime,
): Promise<CopyContents> {
  // Uses its own connection, because another one may be in a transaction.
  using database = openDatabase(source, { readOnly: true });
  fs.writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  // Copies in one step, because another process's write between steps restarts the backup.
  await backup(database, file, { rate: 2 ** 31 - 1 });
  await withCopy(file, (copy) => saveSharedValue(copy, 'last-backup', at));
  return verifyCopy(file, { name: file, mayBeNewer: true });
}
