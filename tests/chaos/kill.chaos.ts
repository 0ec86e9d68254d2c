import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { StoreLocation } from '../../src/config/setting-values.ts';
import { openStore } from '../../src/store/open-store.ts';
import { listDeliveries } from '../../src/store/outbox/list-deliveries.ts';
import { startMailServer } from '../fixtures/mail-server.ts';
import { startPostgres } from '../fixtures/postgres-server.ts';
import { expectStored, startSenders } from '../fixtures/senders.ts';
import { onSunday, startTestServer } from '../fixtures/start-test-server.ts';
import { settingsFor, temporaryFile } from '../fixtures/temporary-store.ts';
import { startWebhookReceiver } from '../fixtures/webhook-receiver.ts';

const rounds = 100;
const maxUptimeMs = 1500;

it('no inquiry is lost or duplicated on SQLite when the server is killed at random times', async () => {
  await killUnderLoad(temporaryFile(), 1);
});

it('no inquiry is lost or duplicated on PostgreSQL when one of two servers is killed at random times', async () => {
  const database = await startPostgres();
  onTestFinished(() => database.remove());
  await killUnderLoad({ kind: 'postgres', databaseUrl: database.urlOf('postgres') }, 2);
});

/** Kills each server `rounds` times under load, then compares acknowledged, stored and delivered. */
async function killUnderLoad(location: StoreLocation, serverCount: number) {
  const { mails, settings: toTeam } = await startMailServer();
  const { messages, settings: toPrograms } = await startWebhookReceiver();
  const urls: (string | undefined)[] = [];
  let runs = 0;

  /** Starts a server that marks everything it sends with its run number. */
  const startRun = () => {
    const run = String((runs += 1));
    const server = startTestServer({
      ...settingsFor(location),
      ...onSunday,
      ...toTeam,
      ...toPrograms,
      MAIL_FROM: `run-${run}@firm.example`,
      WEBHOOK_URL: `${toPrograms.WEBHOOK_URL}?run=${run}`,
    });
    return { run, server };
  };
  const killed = new Set<string>();
  const killRepeatedly = async (slot: number) => {
    for (let round = 0; round < rounds; round += 1) {
      const { run, server } = startRun();
      urls[slot] = await server.url;
      await sleep(Math.random() * maxUptimeMs);
      server.kill('SIGKILL');
      urls[slot] = undefined;
      killed.add(run);
      await server.exited;
    }
  };

  // The delay limits the load, because e-mails are delivered more slowly than inquiries are stored.
  const load = startSenders({ count: 16, urls: () => urls, delayMs: 200 });
  await Promise.all(Array.from({ length: serverCount }, (_, slot) => killRepeatedly(slot)));
  const acknowledged = await load.stop();

  const { server: last } = startRun();
  await last.url;
  const store = await openStore(location);
  onTestFinished(() => store.close());
  const waiting = () => listDeliveries(store, { state: 'waiting', limit: 1 });
  await expect.poll(waiting, { timeout: 20 * 60 * 1000, interval: 500 }).toEqual([]);
  await last.stop('SIGTERM');

  const stored = await expectStored(location, acknowledged);
  const received = [
    ...mails.map(({ from, read }) => ({
      id: `email ${/^<(.*)@/.exec(read.messageId ?? '')?.[1]}`,
      run: /^run-(\d+)@/.exec(from ?? '')?.[1] ?? '',
    })),
    ...messages.map(({ headers, url }) => ({
      id: `webhook ${String(headers['webhook-id'])}`,
      run: /run=(\d+)$/.exec(url ?? '')?.[1] ?? '',
    })),
  ];
  const deliveries = (await listDeliveries(store)).map(({ destination, id, state }) => ({
    id: `${destination} ${id}`,
    state,
  }));
  expect(acknowledged.size).toBeGreaterThan(rounds);
  const copies = Map.groupBy(received, ({ id }) => id);
  // As in a flood, the team gets 30 e-mails, and digests of the others.
  const sent = deliveries.filter(({ state }) => state === 'delivered').map(({ id }) => id);
  expect([...copies.keys()].sort()).toEqual(sent.sort());
  expect(sent.filter((id) => id.startsWith('webhook'))).toHaveLength(stored.length);
  expect(deliveries.filter(({ id }) => id.startsWith('email received'))).toHaveLength(
    stored.length,
  );
  // Every copy but the last is from another server that was killed.
  for (const some of copies.values()) {
    expect(new Set(some.map(({ run }) => run)).size).toBe(some.length);
    expect(some.slice(0, -1).filter(({ run }) => !killed.has(run))).toEqual([]);
  }
}
