import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { openStore } from '../../src/store/open-store.ts';
import { startServer } from '../../tools/start-server.ts';
import { startFaultProxy } from '../fixtures/fault-proxy.ts';
import { startPostgres } from '../fixtures/postgres-server.ts';
import { startSenders } from './senders.ts';

const senderCount = 16;
const outageMs = 20_000;
const loadMs = 5000;
const recoveryMs = 5000;
/** How long a connection may be silent before it is given up, and some time to notice. */
const silenceMs = 17_000;

interface Answer {
  at: number;
  server: string;
  status: number | undefined;
}

it('a database that is down for 20 s costs 503s and nothing else', async () => {
  const database = await startDatabase();
  const urls = await startServers(database.urlOf('postgres'));
  const answers: Answer[] = [];
  const load = startSenders(
    senderCount,
    () => urls,
    (server, status) => answers.push({ at: performance.now(), server, status }),
  );
  await sleep(loadMs);
  await database.stop();
  const downFrom = performance.now();
  await sleep(outageMs);
  const downUntil = performance.now();
  await database.start();
  const backAt = performance.now();
  await sleep(recoveryMs + loadMs);
  const acknowledged = await load.stop();

  const { doubled: duplicated, lost } = await compareWithStore(
    database.urlOf('postgres'),
    acknowledged,
  );
  const meanwhile = answers.filter(({ at }) => at > downFrom && at < downUntil);
  const recoveredMs = urls.map((url) => {
    const first = answers.find(
      ({ at, server, status }) => at > backAt && server === url && status === 201,
    );
    return Math.round((first?.at ?? Infinity) - backAt);
  });
  const stats = {
    acknowledged: acknowledged.size,
    answers: Object.fromEntries(
      [...Map.groupBy(answers, ({ status }) => status)].map(([status, { length }]) => [
        status,
        length,
      ]),
    ),
    meanwhile: meanwhile.length,
    recoveredMs,
  };
  process.stdout.write(`${JSON.stringify(stats)}\n`);

  expect({ doubled: duplicated, lost }).toEqual({ doubled: 0, lost: [] });
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 503]));
  expect(new Set(meanwhile.map(({ status }) => status))).toEqual(new Set([503]));
  expect(Math.max(...recoveredMs)).toBeLessThan(recoveryMs);
});

it('a database that is cut off without a word costs 503s and nothing else', async () => {
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
  const { doubled, lost } = await compareWithStore(database.urlOf('postgres'), await load.stop());
  expect({ doubled, lost }).toEqual({ doubled: 0, lost: [] });
});

async function startDatabase() {
  const database = await startPostgres();
  onTestFinished(() => database.remove());
  return database;
}

/** Starts two servers on one database and resolves to their addresses. */
async function startServers(databaseUrl: string) {
  const servers = [1, 2].map(() => startServer({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' }));
  onTestFinished(async () => {
    for (const server of servers) server.kill('SIGKILL');
    await Promise.all(servers.map(({ exited }) => exited));
  });
  return Promise.all(servers.map(({ url }) => url));
}

async function compareWithStore(databaseUrl: string, acknowledged: Set<string>) {
  const store = await openStore({ databaseUrl });
  const stored = (await listInquiries(store)).map(({ message }) => message);
  await store.close();
  const unique = new Set(stored);
  return {
    doubled: stored.length - unique.size,
    lost: [...acknowledged].filter((message) => !unique.has(message)),
  };
}
