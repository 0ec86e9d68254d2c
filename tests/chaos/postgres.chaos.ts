import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../tools/start-server.ts';
import { startFaultProxy } from '../fixtures/fault-proxy.ts';
import { startPostgres } from '../fixtures/postgres-server.ts';
import { expectStored, startSenders } from './senders.ts';

const senderCount = 16;
const outageMs = 20_000;
const loadMs = 5000;
const recoveryMs = 5000;
/** The silence timeout of a connection, plus 2 s. */
const silenceMs = 17_000;

interface TimedResponse {
  at: number;
  server: string;
  status: number | undefined;
}

it('while the database is down for 20 s, inquiries get 503 and none is lost', async () => {
  const database = await startDatabase();
  const urls = await startServers(database.urlOf('postgres'));
  const responses: TimedResponse[] = [];
  const load = startSenders(
    senderCount,
    () => urls,
    (server, status) => responses.push({ at: performance.now(), server, status }),
  );
  await sleep(loadMs);
  await database.stop();
  const outageStart = performance.now();
  await sleep(outageMs);
  const outageEnd = performance.now();
  await database.start();
  const backAt = performance.now();
  await sleep(recoveryMs + loadMs);
  const acknowledged = await load.stop();

  const duringOutage = responses.filter(({ at }) => at > outageStart && at < outageEnd);
  const recoveredMs = urls.map((url) => {
    const firstStored = responses.find(
      ({ at, server, status }) => at > backAt && server === url && status === 201,
    );
    return Math.round((firstStored?.at ?? Infinity) - backAt);
  });
  const stats = {
    acknowledged: acknowledged.size,
    responses: Object.fromEntries(
      [...Map.groupBy(responses, ({ status }) => status)].map(([status, { length }]) => [
        status,
        length,
      ]),
    ),
    duringOutage: duringOutage.length,
    recoveredMs,
  };
  process.stdout.write(`${JSON.stringify(stats)}\n`);

  await expectStored({ databaseUrl: database.urlOf('postgres') }, acknowledged);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 503]));
  expect(new Set(duringOutage.map(({ status }) => status))).toEqual(new Set([503]));
  expect(Math.max(...recoveredMs)).toBeLessThan(recoveryMs);
});

it('while the database does not respond, inquiries get 503 and none is lost', async () => {
  const database = await startDatabase();
  const network = await startFaultProxy(database.urlOf('postgres'));
  const urls = await startServers(network.url);
  const statuses = new Set<number | undefined>();
  const load = startSenders(
    senderCount,
    () => urls,
    (_, status) => statuses.add(status),
  );
  await sleep(loadMs);
  await network.begin('hangs');
  await sleep(silenceMs);
  statuses.clear();
  await sleep(outageMs - silenceMs);
  expect(statuses).toEqual(new Set([503]));

  await network.end();
  await sleep(recoveryMs);
  statuses.clear();
  await sleep(loadMs);
  expect(statuses).toEqual(new Set([201]));
  await expectStored({ databaseUrl: database.urlOf('postgres') }, await load.stop());
});

async function startDatabase() {
  const database = await startPostgres();
  onTestFinished(() => database.remove());
  return database;
}

/** Starts two servers on one database and resolves to their URLs. */
async function startServers(databaseUrl: string) {
  const servers = [1, 2].map(() => startServer({ DATABASE_URL: databaseUrl }));
  onTestFinished(async () => {
    for (const server of servers) server.kill('SIGKILL');
    await Promise.all(servers.map(({ exited }) => exited));
  });
  return Promise.all(servers.map(({ url }) => url));
}
