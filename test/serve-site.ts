import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { listInquiries } from '../src/store/inquiries/list-inquiries.ts';
import { openStore, type Store } from '../src/store/store.ts';
import { startServer } from '../tools/start-server.ts';
import { bareDatabase } from './temporary-database.ts';
import { isOnPostgres, settingsFor } from './temporary-store.ts';

/** A server of the built site, with an empty store, for all tests of a file. */
export async function serveSite(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-'));
  const server = startServer({ DATA_DIR: folder, LOG_LEVEL: 'error', ...settings });
  return {
    url: new URL(await server.url),
    output: server.output,
    location: { file: path.join(folder, 'inquiries.sqlite') },
    async stop() {
      server.kill('SIGKILL');
      await server.exited;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Serves the site to the tests of a file, each with an empty store, on the run's kind of database. */
export function serverForFile(settings: Record<string, string> = {}) {
  let site: Awaited<ReturnType<typeof serveSite>>;
  let store: Store;

  beforeAll(async () => {
    const database = isOnPostgres ? await bareDatabase() : undefined;
    const ofDatabase = database && settingsFor(database);
    site = await serveSite({ LOG_LEVEL: 'info', ...ofDatabase, ...settings });
    store = await openStore(database ?? site.location);
  }, 30_000);
  beforeEach(async () => {
    // A transaction waits for the server's own writes.
    await store.transact((transaction) => transaction.deleteFrom('inquiries').execute());
  });
  afterAll(async () => {
    await store.close();
    await site.stop();
  });

  return {
    url: () => site.url.origin,
    output: () => site.output(),
    inquiries: () => listInquiries(store),
  };
}
