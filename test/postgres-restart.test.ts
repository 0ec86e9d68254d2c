import { expect, it, onTestFinished } from 'vitest';
import { startPostgres } from './postgres-server.ts';
import { sampleInquiry } from './sample-inquiry.ts';
import { startServer } from './start-server.ts';

it('a server outlives its database, answers 503 meanwhile, and goes on by itself', async () => {
  const database = await startPostgres();
  onTestFinished(() => database.remove());
  const server = startServer({ DATABASE_URL: database.urlOf('postgres') });
  onTestFinished(() => server.kill('SIGKILL'));
  const url = await server.url;
  const send = async () => {
    const response = await fetch(`${url}/api/contact-form`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sampleInquiry),
    });
    return response.status;
  };
  expect(await send()).toBe(201);
  await database.stop();
  expect(await send()).toBe(503);
  expect(await send()).toBe(503);
  expect((await fetch(url)).status).toBe(200);
  await database.start();
  await expect.poll(send).toBe(201);
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(server.output()).not.toMatch(/Lovelace|analytical/);
}, 30_000);

it('a server that cannot reach its database says so and stops', async () => {
  const server = startServer({ DATABASE_URL: 'postgres://site:secret@127.0.0.1:1/inquiries' });
  expect(await server.exited).toBe(1);
  expect(server.output()).toContain(
    "The store can't be opened: 127.0.0.1:1/inquiries: connect ECONNREFUSED 127.0.0.1:1\n" +
      'Check that the database runs',
  );
  expect(server.output()).not.toContain('secret');
});
