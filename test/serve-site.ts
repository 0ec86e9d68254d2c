import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from './start-server.ts';

/** A server of the built site, with an empty store, for all tests of a file. */
export async function serveSite(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-'));
  const server = startServer({ DATA_DIR: folder, LOG_LEVEL: 'error', ...settings });
  return {
    url: new URL(await server.url),
    async stop() {
      server.kill('SIGKILL');
      await server.exited;
      rmSync(folder, { recursive: true });
    },
  };
}
