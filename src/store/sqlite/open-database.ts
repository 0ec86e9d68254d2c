import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';

/**
 * Suffixes of the files in WAL mode: the database, its write-ahead log and the index of the log.
 */
export const storeFileSuffixes = ['', '-wal', '-shm'];

/**
 * Opens a database file that another program may have written, as SQLite advises for untrusted
 * files: https://www.sqlite.org/security.html. Unless `defensive` is false, Node's driver also
 * forbids editing the schema.
 */
export function openDatabase(file: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  const database = new DatabaseSync(file, options);
  // Set both before the file is read. Expressions of its schema can then call only functions
  // without side effects.
  database.exec('pragma trusted_schema = off; pragma cell_size_check = on');
  return database;
}
