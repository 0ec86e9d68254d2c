import { expect, it, onTestFinished } from 'vitest';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { startPostgres } from '../fixtures/postgres-server.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';

it('a server answers 503 and is not ready while its database is down, and recovers by itself', async () => {
  const database = await startPostgres();
  onTestFinished(() => database.remove());
  const databaseUrl = database.urlOf('postgres');
  const server = startTestServer({ DATABASE_URL: databaseUrl });
  const url = await server.url;
  expect(server.output()).toContain(`"store":"${new URL(databaseUrl).host}/postgres"`);
  const send = async () => (await postInquiry(url)).status;
  const readiness = async () => (await fetch(`${url}/readyz`)).json();
  expect(server.output()).not.toContain('A power failure can lose');
  expect(await send()).toBe(201);
  expect(await readiness()).toEqual({ status: 'ready' });
  await database.stop();
  expect(await send()).toBe(503);
  expect(await send()).toBe(503);
  await expect.poll(readiness).toEqual({ status: 'not ready', failed: ['store'] });
  expect((await fetch(url)).status).toBe(200);
  await database.start();
  await expect.poll(send).toBe(201);
  await expect.poll(readiness).toEqual({ status: 'ready' });
  server.kill('SIGINT');
  expect(await server.exited).toBe(0);
  expect(server.output()).not.toMatch(/Lovelace|analytical/);
});

it('a server that cannot reach its database reports it and exits', async () => {
  const server = startTestServer({ DATABASE_URL: 'postgres://site:secret@127.0.0.1:1/inquiries' });
  expect(await server.exited).toBe(1);
  expect(server.output()).toContain(
    "The store can't be opened: 127.0.0.1:1/inquiries: connect ECONNREFUSED 127.0.0.1:1\n" +
      'Check that the database runs',
  );
  expect(server.output()).not.toContain('secret');
});
