import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { startPostgres } from '../fixtures/postgres-server.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';

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
  return { databaseUrl, execute, setForAll };
}

it('all posts are stored after a failover that leaves connections to a read-only server', async () => {
  const { databaseUrl, execute, setForAll } = await startDatabase();
  const url = await startTestServer({ DATABASE_URL: databaseUrl }).url;
  const post = async (text: string, count: number) => {
    const posts = Array.from({ length: count }, (_, index) =>
      postInquiry(url, { message: `${text}, inquiry number ${index}.` }),
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

it('posts are served in turn by a role that may have two connections', async () => {
  const { databaseUrl, execute } = await startDatabase();
  await execute("create role website login password 'secret' connection limit 2");
  await execute('create database inquiries owner website template template0');
  const url = new URL(databaseUrl);
  Object.assign(url, { username: 'website', password: 'secret', pathname: '/inquiries' });
  const site = await startTestServer({ DATABASE_URL: url.href }).url;
  const posts = Array.from({ length: 30 }, (_, index) =>
    postInquiry(site, { message: `Inquiry number ${index} of many.` }),
  );
  const statuses = (await Promise.all(posts)).map(({ status }) => status);
  expect(statuses).toEqual(Array(30).fill(201));
});
