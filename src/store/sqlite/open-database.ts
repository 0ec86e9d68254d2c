import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';

/** Files in WAL mode: the database, its write-ahead log and the log's index. */
export const storeFileSuffixes = ['', '-wal', '-shm'];

/**
 * Opens a database file that another program may have written, as SQLite advises for untrusted files:
 * https://www.sqlite.org/security.html. Node's driver itself forbids to edit the schema, unless `defensive`
 * is false.
 */
export function openDatabase(file: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  const database = new DatabaseSync(file, options);
  // Both are set before the file is read. A schema's expressions may then call only functions without side
  // effects.
  database.exec('pragma trusted_schema = off; pragma cell_size_check = on');
  return database;
}
