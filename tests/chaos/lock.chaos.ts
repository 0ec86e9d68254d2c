import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { openStore } from '../../src/store/open-store.ts';
import { startServer } from '../../tools/start-server.ts';
import { lockStore } from '../fixtures/lock-store.ts';
import { settingsFor, temporaryFile } from '../fixtures/temporary-store.ts';
import { startSenders } from './senders.ts';

const senderCount = 8;
const lockedMs = 30_000;
const loadMs = 3000;

it('while another program locks the store for 30 s, inquiries get 503 and none is lost', async () => {
  const location = temporaryFile();
  const server = startServer(settingsFor(location));
  onTestFinished(() => server.kill('SIGKILL'));
  const url = await server.url;
  const statuses: (number | undefined)[] = [];
  const load = startSenders(
    senderCount,
    () => [url],
    (_, status) => statuses.push(status),
  );
  await sleep(loadMs);
  const unlock = await lockStore(location);
  // Requests in flight have their responses by then.
  await sleep(loadMs);
  statuses.length = 0;
  let pages = 0;
  for (const until = Date.now() + lockedMs - loadMs; Date.now() < until; await sleep(100)) {
    expect((await fetch(url)).status).toBe(200);
    pages += 1;
  }
  const statusesWhileLocked = statuses.splice(0);
  await unlock();
  await expect.poll(() => statuses, { timeout: 10_000 }).toContain(201);
  const acknowledged = await load.stop();
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);

  const store = await openStore(location);
  const stored = (await listInquiries(store)).map(({ message }) => message);
  await store.close();
  process.stdout.write(`${JSON.stringify({ pages, rejected: statusesWhileLocked.length })}\n`);
  expect(new Set(statusesWhileLocked)).toEqual(new Set([503]));
  expect([...acknowledged].filter((message) => !stored.includes(message))).toEqual([]);
  expect(new Set(stored).size).toBe(stored.length);
});
