import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { getStoreFix, mayOpenLater } from '../../src/store/store-errors.ts';
import { listen } from '../fixtures/listen.ts';
import { startPostgres } from '../fixtures/postgres-server.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

const certificate = 'tests/fixtures/certificates/hooks.internal';

/** Starts a database server with TLS and this certificate of no known CA. */
async function startDatabase() {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  for (const end of ['pem', 'key.pem']) copyFileSync(`${certificate}.${end}`, `${folder}/${end}`);
  chmodSync(`${folder}/key.pem`, 0o600);
  if (process.getuid?.() === 0) {
    const uid = Number(execFileSync('id', ['-u', 'postgres']));
    chownSync(`${folder}/key.pem`, uid, -1);
  }
  const database = await startPostgres({
    ssl: 'on',
    ssl_cert_file: `${folder}/pem`,
    ssl_key_file: `${folder}/key.pem`,
  });
  onTestFinished(() => database.remove());
  const url = database.urlOf('postgres');
  const administrator = new Client({ connectionString: url });
  await administrator.connect();
  onTestFinished(() => administrator.end());
  return { url: new URL(url), execute: (statement: string) => administrator.query(statement) };
}

/** Returns the error with which a store cannot be opened. */
async function openInVain(url: URL) {
  const location = { kind: 'postgres', databaseUrl: url.href } as const;
  return openStore(location, { access: 'current' }).then(
    () => expect.fail('The store was opened'),
    (error: unknown) => error,
  );
}

/** Starts what stands before a database, which handles connections so. */
async function startProxy(handle: Parameters<typeof createServer>[1]) {
  const { port } = await listen(createServer(handle));
  return new URL(`postgres://website:secret@127.0.0.1:${port}/inquiries`);
}

describe('advice for a store that cannot be opened', () => {
  it.each<[string, string, RegExp]>([
    ['a self-signed certificate', '?sslmode=require', /&sslrootcert=/],
    [
      'a certificate of another host',
      `?sslmode=require&sslrootcert=${certificate}.pem`,
      /host name that the certificate/,
    ],
    ['a missing file of a CA', '?sslmode=require&sslrootcert=/absent.pem', /file of sslrootcert/],
  ])('of TLS: %s', async (_, query, advice) => {
    const { url } = await startDatabase();
    const error = await openInVain(Object.assign(url, { search: query }));
    expect(getStoreFix(error, 'postgres')).toMatch(advice);
    expect(mayOpenLater(error)).toBe(false);
  });

  it('of TLS: a server without it', async () => {
    const url = await startProxy((socket) => socket.once('data', () => socket.write('N')));
    const error = await openInVain(Object.assign(url, { search: '?sslmode=require' }));
    expect(getStoreFix(error, 'postgres')).toMatch(/remove sslmode/);
    expect(mayOpenLater(error)).toBe(false);
  });

  it.each<[string, Partial<URL>, RegExp]>([
    ['a changed password', { password: 'geheim' }, /password .*DATABASE_URL/],
    ['a missing role', { username: 'eve' }, /password .*DATABASE_URL/],
    ['a missing database', { pathname: '/absent' }, /^Create the database/],
    [
      'a role that may have no connection',
      { username: 'limited', password: 'secret' },
      /connection limit of the role/,
    ],
    ['a role that may create no tables', { username: 'reader', password: 'secret' }, /owner/],
  ])('of a login: %s', async (_, change, advice) => {
    const { url, execute } = await startDatabase();
    await execute("create role limited login password 'secret' connection limit 0");
    await execute("create role reader login password 'secret'");
    const error = await openStore({
      kind: 'postgres',
      databaseUrl: Object.assign(url, change).href,
    }).catch((thrown: unknown) => thrown);
    expect(getStoreFix(error, 'postgres')).toMatch(advice);
  });

  it('of a read-only server', async () => {
    const { url, execute } = await startDatabase();
    await execute('alter role postgres set default_transaction_read_only = on');
    const error = await openStore({ kind: 'postgres', databaseUrl: url.href }).catch(
      (thrown: unknown) => thrown,
    );
    expect(getStoreFix(error, 'postgres')).toMatch(/primary.* is read-only/);
    expect(mayOpenLater(error)).toBe(true);
  });

  it('of a proxy that closes connections, as HAProxy does without a server', async () => {
    const url = await startProxy((socket) => socket.once('data', () => socket.end()));
    const error = await openInVain(url);
    expect(String(error)).toContain('Connection terminated unexpectedly');
    expect(getStoreFix(error, 'postgres')).toMatch(/HAProxy .*sslmode/);
    expect(mayOpenLater(error)).toBe(true);
  });

  it('of a machine that does not answer', async () => {
    const url = await startProxy(() => undefined);
    const error = await openInVain(url);
    expect(String(error)).toContain('The database has not accepted a connection for 3 s');
    expect(getStoreFix(error, 'postgres')).toMatch(/^Check that the database runs/);
    expect(mayOpenLater(error)).toBe(true);
  });
});
