import { onTestFinished } from 'vitest';
import { type ServerProcess, startServer, type StartOptions } from '../tools/start-server.ts';
import { settingsFor, temporaryFile } from './temporary-store.ts';

/** Starts a server process that ends with this test; on an empty SQLite file by default. */
export function serverForTest(
  settings: Record<string, string> = {},
  cwd?: string,
  options?: StartOptions,
): ServerProcess {
  const server = startServer({ ...settingsFor(temporaryFile()), ...settings }, cwd, options);
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await server.exited;
  });
  return server;
}
