import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { openStore, type StoreLocation } from '../src/store/store.ts';
import { bareDatabase, temporaryDatabase } from './temporary-database.ts';

const createFolder = () => mkdtempSync(path.join(tmpdir(), 'inquiries-'));

/** A folder of its own for this test, removed after it. */
export function temporaryFolder(): string {
  const folder = createFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A folder of another user's, which nothing can open as a file. */
export function foreignFolder(): string {
  if (userInfo().uid !== 0) return '/etc';
  const folder = temporaryFolder();
  chownSync(folder, 1234, 1234);
  return folder;
}

/** A file for a new store of this test's own. */
export const temporaryFile = () => ({ file: path.join(temporaryFolder(), 'inquiries.sqlite') });

/** Whether this run's stores are on PostgreSQL. */
export const isOnPostgres = Boolean(inject('postgres'));

/** An empty store of the run's kind, with its tables. */
export const temporaryLocation = async (): Promise<StoreLocation> =>
  isOnPostgres ? temporaryDatabase() : copyEmptyStore();

let emptyStore: Promise<Buffer> | undefined;

/** Copies a file with all tables, which takes a fraction of running the migrations. */
async function copyEmptyStore() {
  const location = temporaryFile();
  writeFileSync(location.file, await (emptyStore ??= createEmptyStore()), { mode: 0o600 });
  return location;
}

async function createEmptyStore() {
  const folder = createFolder();
  const file = path.join(folder, 'inquiries.sqlite');
  const store = await openStore({ file });
  // Each store makes a secret of its own.
  await store.db.deleteFrom('secrets').execute();
  await store.close();
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return bytes;
}

/** The same, with no store there yet. */
export const bareLocation = async (): Promise<StoreLocation> =>
  isOnPostgres ? bareDatabase() : temporaryFile();

/** The settings by which the server and the team's command find that store. */
export const settingsFor = (location: StoreLocation): Record<string, string> =>
  'file' in location
    ? { DATA_DIR: path.dirname(location.file), DATABASE_URL: '' }
    : { DATABASE_URL: location.databaseUrl };

interface TemporaryStoreOptions {
  /** Where it is to be, or is already; a place of its own unless told. */
  location?: StoreLocation;
  lockWaitMs?: number;
  silenceTimeoutMs?: number;
}

/** An empty store for this test, closed and removed after it. */
export async function temporaryStore({ location, ...options }: TemporaryStoreOptions = {}) {
  const place = location ?? (await temporaryLocation());
  const store = await openStore({ ...place, ...options });
  onTestFinished(() => store.close());
  return { store, location: place };
}
