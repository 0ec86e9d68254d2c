import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openStore } from '../../inquiries/store.ts';
import { listInquiries } from '../../inquiries/list-inquiries.ts';
import { type ServerProcess, startServer } from '../start-server.ts';

/** A server process with an empty store for all tests of a file, which attack it one by one. */
export function serverForFile(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'attacked-'));
  let server: ServerProcess;
  let url = '';

  beforeAll(async () => {
    server = startServer({ DATA_DIR: dataDir, ...settings });
    url = await server.url;
  });
  afterAll(async () => {
    server.kill('SIGKILL');
    await server.exited;
    rmSync(dataDir, { recursive: true });
  });

  return {
    url: () => url,
    output: () => server.output(),
    inquiries: async () => {
      const store = await openStore({ file: path.join(dataDir, 'inquiries.sqlite') });
      const inquiries = await listInquiries(store);
      await store.close();
      return inquiries;
    },
  };
}
