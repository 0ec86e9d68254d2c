import { expect, it, onTestFinished } from 'vitest';
import { startLossyProxy } from './lossy-proxy.ts';
import { startPostgres } from './postgres-server.ts';
import { startServer } from './start-server.ts';
import { temporaryDatabase } from './temporary-database.ts';

const slow = { timeout: 40_000 };

async function start(databaseUrl: string) {
  const server = startServer({ DATABASE_URL: databaseUrl });
  onTestFinished(() => server.kill('SIGKILL'));
  const url = await server.url;
  return async () => (await fetch(`${url}/readyz`)).json();
}

const ready = { status: 'ready' };
const withoutStore = { status: 'not ready', failed: ['store'] };

it('a server is not ready while its database is silent, and is again by itself', async () => {
  const proxy = await startLossyProxy((await temporaryDatabase()).databaseUrl);
  const ask = await start(proxy.url);
  expect(await ask()).toEqual(ready);
  proxy.setSilent(true);
  await expect.poll(ask, slow).toEqual(withoutStore);
  proxy.setSilent(false);
  await expect.poll(ask, slow).toEqual(ready);
}, 90_000);

it('a server is not ready while its database is stopped, and is again by itself', async () => {
  const database = await startPostgres();
  onTestFinished(() => database.remove());
  const ask = await start(database.urlOf('postgres'));
  expect(await ask()).toEqual(ready);
  await database.stop();
  await expect.poll(ask, slow).toEqual(withoutStore);
  await database.start();
  await expect.poll(ask, slow).toEqual(ready);
}, 90_000);
