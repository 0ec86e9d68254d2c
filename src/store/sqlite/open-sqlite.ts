import fs from 'node:fs';
import os from 'node:os';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { readDiskSpace } from '../disk-space.ts';
import { prepareTables } from '../migrations/migrate.ts';
import { readOrCreateSecret } from '../shared-values.ts';
import type { OpenOptions, Store } from '../store.ts';
import { restoreCommand, StoreMissing, StoreUnavailable } from '../store-errors.ts';
import { createDamageWatch } from './damage.ts';
import { GroupCommit } from './group-commit.ts';
import { openDatabase } from './open-database.ts';
import { connectSqlite } from './sqlite-dialect.ts';

const { O_CREAT, O_NOFOLLOW, O_WRONLY } = fs.constants;
const openTimeoutMs = 10_000;

/** Opens the SQLite database in `file`; see `openStore`. */
export async function openSqlite(file: string, options: OpenOptions): Promise<Store> {
  assertOwnLog(file);
  const isFound = fs.existsSync(file);
  if (options.access === 'current' && !isFound)
    throw new StoreMissing(`There is no store at ${file}`);
  createFolder(dirname(file));
  // O_NOFOLLOW, because another user may have planted a link for a command that root runs. SQLite
  // creates its other files with the same mode.
  fs.closeSync(fs.openSync(file, isFound ? 'a' : O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600));
  using opening = new DisposableStack();
  // Set `defensive` only after the tables are prepared, because a migration edits the schema.
  const writer = opening.use(openDatabase(file, { timeout: openTimeoutMs, defensive: false }));
  // With NORMAL, a power loss can undo an acknowledged commit.
  writer.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  // Overwrites deleted data with zeros.
  writer.exec('pragma secure_delete = on');
  // SQLite would block the process while waiting for a lock; the dialect waits instead.
  writer.exec('pragma busy_timeout = 0');
  const opened = connectSqlite({ writer, lockWaitMs: openTimeoutMs });
  await prepareTables({ db: opened, kind: 'sqlite', name: file }, options);
  writer.enableDefensive(true);
  const hashKey = await readOrCreateSecret({ db: opened }, 'hash-key');
  // Sync a commit that a killed process may have left unsynced, before a repeat of its inquiry is
  // acknowledged.
  if (fs.existsSync(`${file}-wal`)) syncToDisk(`${file}-wal`);
  // Use a separate connection for reads, so that they need not wait for a queued write.
  const reader = opening.use(openDatabase(file, { readOnly: true }));
  // Keep statement journals in memory. Set it after the migrations, which sort all inquiries.
  for (const database of [writer, reader]) database.exec('pragma temp_store = memory');
  const { lockWaitMs } = options;
  const groupCommit = new GroupCommit((task) => db.transaction().execute(task), lockWaitMs);
  const onLocked = (error: unknown) => groupCommit.rejectOverdue(error);
  const damageWatch = createDamageWatch();
  const db = connectSqlite({ writer, reader, lockWaitMs, onLocked, damageWatch });
  // Closes the writer last: unlike a reader, it removes the write-ahead log.
  const databases = opening.move();
  return {
    kind: 'sqlite',
    name: file,
    db,
    transact: groupCommit.transact,
    // Readers see a commit only once it is on disk.
    confirmCommits: async () => undefined,
    hashKey,
    async checkpoint() {
      // Runs after the queued transactions of this process: SQLite refuses a checkpoint within one.
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
      return rows[0]?.busy === 0;
    },
    readDisk: () => readDiskSpace(dirname(file)),
    getDamage: damageWatch.getDamage,
    close: async () => databases.dispose(),
  };
}

/**
 * Throws `StoreUnavailable` if the write-ahead log belongs to another database, because SQLite
 * would replay it.
 */
function assertOwnLog(file: string): void {
  const log = `${file}-wal`;
  // A log that is not longer has only a header.
  if (!fs.existsSync(log) || fs.statSync(log).size <= 32) return;
  if (!fs.existsSync(file) || fs.statSync(file).size === 0) {
    throw new StoreUnavailable(`${file} is missing, but its newest changes are in ${log}`, {
      fix: `Put the file back, or run ${restoreCommand}.`,
    });
  }
  const header = Buffer.alloc(19);
  const descriptor = fs.openSync(file, 'r');
  fs.readSync(descriptor, header);
  fs.closeSync(descriptor);
  // Value 1 is the format without a log: https://www.sqlite.org/fileformat2.html
  if (header[18] !== 1) return;
  throw new StoreUnavailable(`${file} is a backup, and ${log} belongs to another file`, {
    fix: `Run ${restoreCommand}.`,
  });
}

/** Creates a folder and its missing parents, readable by this user only, and syncs their names. */
export function createFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  createFolder(dirname(folder));
  // Recursive, so that a folder that another process has just created is no error.
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Windows cannot sync a folder.
  if (os.platform() !== 'win32') syncToDisk(dirname(folder));
}

export function syncToDisk(path: string): void {
  const descriptor = fs.openSync(path, 'r');
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}
