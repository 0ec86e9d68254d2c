import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { listInquiries } from '../../inquiries/list-inquiries.ts';
import { openStore, type StoreLocation } from '../../inquiries/store.ts';
import { type ServerProcess, startServer } from '../start-server.ts';
import { bareDatabase } from '../temporary-database.ts';
import { isOnPostgres, settingsFor } from '../temporary-store.ts';

const startTimeoutMs = 30_000;

/** A server process with an empty store for all tests of a file, which attack it one by one. */
export function serverForFile(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'attacked-'));
  let location: StoreLocation = { file: path.join(dataDir, 'inquiries.sqlite') };
  let server: ServerProcess;
  let url = '';

  beforeAll(async () => {
    if (isOnPostgres) location = await bareDatabase();
    server = startServer({ ...settingsFor(location), ...settings });
    url = await server.url;
  }, startTimeoutMs);
  afterAll(async () => {
    server.kill('SIGKILL');
    await server.exited;
    rmSync(dataDir, { recursive: true });
  });

  return {
    url: () => url,
    output: () => server.output(),
    inquiries: async () => {
      const store = await openStore(location);
      const inquiries = await listInquiries(store);
      await store.close();
      return inquiries;
    },
  };
}
