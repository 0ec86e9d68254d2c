import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { receiveInquiry } from '../../src/receive-inquiry/receive-inquiry.ts';
import { getStoreFix, StoreUnavailable } from '../../src/store/store-errors.ts';
import { freePort } from '../../tools/start-server.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { startPostgres } from '../fixtures/postgres-server.ts';
import { longEnough, sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { temporaryStore } from '../fixtures/temporary-store.ts';

/** Starts a database server of this test's own, and connects to it as its administrator. */
async function startDatabase() {
  const database = await startPostgres();
  onTestFinished(() => database.remove());
  const databaseUrl = database.urlOf('postgres');
  const administrator = new Client({ connectionString: databaseUrl });
  administrator.on('error', () => undefined);
  await administrator.connect();
  onTestFinished(() => administrator.end());
  const execute = (statement: string) => administrator.query(statement);
  const setForAll = async (setting: string) => {
    await execute(`alter system set ${setting}`);
    await execute('select pg_reload_conf()');
  };
  /** Returns the processes of the site that wait for the standby. */
  const findWaiting = async () => {
    const waiting = await execute(
      `select pid from pg_stat_activity where application_name = 'inquiries' and wait_event = 'SyncRep'`,
    );
    return waiting.rows as { pid: number }[];
  };
  /** Lets each commit wait for a standby that is not there. Resolves once one waits. */
  const hangCommits = async () => {
    await execute('create table if not exists probe (number int)');
    await setForAll("synchronous_standby_names = 'absent'");
    const probe = new Client({ connectionString: databaseUrl });
    await probe.connect();
    const commit = () => probe.query('insert into probe values (1)');
    while (await Promise.race([commit(), sleep(200, undefined)]));
    await execute(
      `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
    );
    await probe.end();
  };
  const letCommitsPass = () => setForAll("synchronous_standby_names = ''");
  return { databaseUrl, execute, setForAll, findWaiting, hangCommits, letCommitsPass };
}

/** Opens a store whose statements are given up after this time. Its `submit` sends a post's inquiry. */
async function openImpatientStore(databaseUrl: string, socketTimeoutMs = 1000) {
  const location = { kind: 'postgres', databaseUrl } as const;
  const { store } = await temporaryStore({ location, socketTimeoutMs });
  const submit = (role = 'Chair') =>
    receiveInquiry({ store, clock: Date.now, destinations: [] }, { ...sampleInquiry, role });
  return { store, submit };
}

it('all posts are stored after a failover that leaves connections to a read-only server', async () => {
  const { databaseUrl, execute, setForAll } = await startDatabase();
  const url = await startTestServer({ DATABASE_URL: databaseUrl }).url;
  const post = async (text: string, count: number) => {
    const posts = Array.from({ length: count }, (_, index) =>
      postInquiry(url, { message: longEnough(`${text}, inquiry number ${index}.`) }),
    );
    return (await Promise.all(posts)).map(({ status }) => status);
  };
  expect(await post('Before the failover', 10)).toEqual(Array(10).fill(201));
  // New connections come to a server that writes, the open ones stay with one that does not.
  await execute('alter role postgres set default_transaction_read_only = off');
  await setForAll('default_transaction_read_only = on');
  expect(await post('After the failover', 30)).toEqual(Array(30).fill(201));
  await execute(`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'inquiries'`);
  expect(await post('After an administrator', 30)).toEqual(Array(30).fill(201));
});

it('a server that starts during a failover, on a read-only server, opens the store of the primary', async () => {
  const { databaseUrl, setForAll } = await startDatabase();
  await setForAll('default_transaction_read_only = on');
  const port = String(await freePort());
  const server = startTestServer({ DATABASE_URL: databaseUrl, PORT: port });
  await expect.poll(server.output).toMatch(/cannot be opened yet|exited/);
  expect(server.output()).toContain('this one is read-only');
  expect((await fetch(`http://127.0.0.1:${port}/about`)).status).toBe(200);
  await setForAll('default_transaction_read_only = off');
  expect((await postInquiry(await server.url)).status).toBe(201);
});

it('posts are served in turn by a role that may have two connections', async () => {
  const { databaseUrl, execute } = await startDatabase();
  await execute("create role website login password 'secret' connection limit 2");
  await execute('create database inquiries owner website template template0');
  const url = new URL(databaseUrl);
  Object.assign(url, { username: 'website', password: 'secret', pathname: '/inquiries' });
  const site = await startTestServer({ DATABASE_URL: url.href }).url;
  const posts = Array.from({ length: 30 }, (_, index) =>
    postInquiry(site, { message: longEnough(`Inquiry number ${index} of many.`) }),
  );
  const statuses = (await Promise.all(posts)).map(({ status }) => status);
  expect(statuses).toEqual(Array(30).fill(201));
});

it('a commit whose wait for the standby was cancelled is not acknowledged, until it is repeated', async () => {
  const { databaseUrl, execute, findWaiting, hangCommits, letCommitsPass } = await startDatabase();
  const { submit } = await openImpatientStore(databaseUrl);
  await hangCommits();
  const submitted = submit().catch((error: unknown) => error);
  await expect.poll(findWaiting).toHaveLength(1);
  for (const { pid } of await findWaiting()) await execute(`select pg_cancel_backend(${pid})`);
  expect(await submitted).toBeInstanceOf(StoreUnavailable);
  // It is still on no standby.
  await expect(submit()).rejects.toThrow(StoreUnavailable);
  await letCommitsPass();
  expect(await submit()).toMatchObject({ repeated: true });
});

it('a statement without a transaction fails, too, if its wait for the standby was cancelled', async () => {
  const { databaseUrl, execute, findWaiting, hangCommits, letCommitsPass } = await startDatabase();
  const { store } = await openImpatientStore(databaseUrl, 60_000);
  await hangCommits();
  const inserted = store.db.insertInto('secrets').values({ name: 'x', value: '' }).execute();
  const failed = expect(inserted).rejects.toThrow('The outcome of a commit is unknown');
  await expect.poll(findWaiting).toHaveLength(1);
  for (const { pid } of await findWaiting()) await execute(`select pg_cancel_backend(${pid})`);
  await failed;
  await letCommitsPass();
});

it('statements that wait for a hanging standby are cancelled, and the error names it', async () => {
  const { databaseUrl, findWaiting, hangCommits, letCommitsPass } = await startDatabase();
  const { submit } = await openImpatientStore(databaseUrl);
  await submit();
  await hangCommits();
  const roles = Array.from({ length: 15 }, (_, index) => `Chair ${index}`);
  const posts = roles.map((role) => submit(role).catch((error: unknown) => error));
  await expect.poll(async () => (await findWaiting()).length).toBe(10);
  for (const error of await Promise.all(posts)) {
    expect(error).toBeInstanceOf(StoreUnavailable);
    expect(String(error)).toContain('SyncRep');
    expect(getStoreFix(error, 'postgres')).toContain('synchronous_standby_names');
  }
  await expect.poll(findWaiting).toEqual([]);
  await letCommitsPass();
  expect(await submit('Afterwards')).toMatchObject({ repeated: false });
});

it('a commit that hangs is given up sooner than other statements', async () => {
  const { databaseUrl, hangCommits } = await startDatabase();
  const { submit } = await openImpatientStore(databaseUrl, 3000);
  await hangCommits();
  await expect(submit()).rejects.toThrow('has not responded for 2 s');
});

it('a lock that is held by commits that wait for the standby is explained by it', async () => {
  const { databaseUrl, findWaiting, hangCommits, letCommitsPass } = await startDatabase();
  const location = { kind: 'postgres', databaseUrl } as const;
  const { store } = await temporaryStore({ location, lockWaitMs: 200 });
  const change = () => store.db.updateTable('secrets').set({ value: 'x' }).where('name', '=', 'x');
  await store.db.insertInto('secrets').values({ name: 'x', value: '' }).execute();
  await hangCommits();
  const first = change()
    .execute()
    .catch((error: unknown) => error);
  await expect.poll(findWaiting).toHaveLength(1);
  const error = await change()
    .execute()
    .catch((error: unknown) => error);
  expect(String(error)).toContain('SyncRep');
  expect(getStoreFix(error, 'postgres')).not.toContain('Another program');
  await letCommitsPass();
  await first;
});
