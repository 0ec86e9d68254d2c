import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { listInquiries } from '../../inquiries/list-inquiries.ts';
import { openStore, type Store, type StoreLocation } from '../../inquiries/store.ts';
import { type ServerProcess, startServer } from '../start-server.ts';
import { bareDatabase } from '../temporary-database.ts';
import { isOnPostgres, settingsFor } from '../temporary-store.ts';

const startTimeoutMs = 30_000;

/** A server process for all tests of a file, which attack it one by one, each with an empty store. */
export function serverForFile(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'attacked-'));
  let location: StoreLocation = { file: path.join(dataDir, 'inquiries.sqlite') };
  let server: ServerProcess;
  let store: Store;
  let url = '';

  beforeAll(async () => {
    if (isOnPostgres) location = await bareDatabase();
    server = startServer({ ...settingsFor(location), ...settings });
    url = await server.url;
    store = await openStore(location);
  }, startTimeoutMs);
  beforeEach(async () => {
    // A transaction waits for the server's own writes.
    await store.transact((transaction) => transaction.deleteFrom('inquiries').execute());
  });
  afterAll(async () => {
    await store.close();
    server.kill('SIGKILL');
    await server.exited;
    rmSync(dataDir, { recursive: true });
  });

  return {
    url: () => url,
    output: () => server.output(),
    inquiries: () => listInquiries(store),
  };
}
