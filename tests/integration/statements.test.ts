import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { expect, it, vi } from 'vitest';
import { changeStatus } from '../../src/change-inquiry/change-status.ts';
import type { StoreLocation } from '../../src/config/setting-values.ts';
import { findFailedChecks } from '../../src/http/lifecycle/failed-checks.ts';
import { createOverallLimiter } from '../../src/http/rate-limit/rate-limiter.ts';
import { loadNotification } from '../../src/notifications/deliveries/attempt-delivery.ts';
import { readDigest } from '../../src/notifications/messages/digest.ts';
import { enqueueDue } from '../../src/notifications/schedule/schedule.ts';
import { createMetrics } from '../../src/observability/metrics.ts';
import { findRepeat } from '../../src/receive-inquiry/receive-inquiry.ts';
import { forEachDeleted } from '../../src/store/inquiries/delete-inquiries.ts';
import { clearLostFloodDigests } from '../../src/store/outbox/flood-digests.ts';
import { endLease, findNextDueMs, leaseDelivery } from '../../src/store/outbox/leases.ts';
import { redeliver } from '../../src/store/outbox/redeliver.ts';
import type { Store } from '../../src/store/store.ts';
import { toIso } from '../../src/text/format-time.ts';
import { runCommand } from '../fixtures/command-line.ts';
import { email, inquirer, webhook } from '../fixtures/destinations.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { storeInquiry } from '../fixtures/store-inquiry.ts';
import { settingsFor, temporaryLocation, temporaryStore } from '../fixtures/temporary-store.ts';
import { weekdayHours } from '../fixtures/weekday-hours.ts';

// A Tuesday, whose digest has no figures of the last week: those read it.
const now = Date.parse('2026-11-24T14:00:00.000Z');
const hour = 60 * 60 * 1000;
const destinations = [email, webhook, inquirer];
const officeHours = weekdayHours('America/New_York');
const clock = () => now;

/**
 * What runs for each visitor, delivery, check or page of the team. Not `export`, `import` and `report`,
 * retention and `delete`, which read what they work on.
 */
const work: Record<string, (store: Store, location: StoreLocation) => Promise<unknown>> = {
  async post(store) {
    await storeInquiry(store, { email: 'ada@one.example' }, { at: now, destinations });
    await findRepeat({ store, clock }, sampleInquiry);
    await createOverallLimiter([{ posts: 1, seconds: 60 }])({ store, clock });
  },
  async delivery(store) {
    for (const destination of destinations) {
      const delivery = await leaseDelivery(store, destination, now);
      if (!delivery) throw new Error('Nothing to deliver');
      await loadNotification({ store, destinations, clock, officeHours }, delivery.event);
      await endLease(store, delivery, { outcome: 'skipped', skipReason: undefined });
      await findNextDueMs(store, destination, now);
    }
  },
  async flood(store) {
    for (let nth = 0; nth < 31; nth += 1)
      await storeInquiry(
        store,
        { email: `${nth}@two.example` },
        { at: now, destinations: [email] },
      );
    const later = now + hour / 4;
    await enqueueDue({ store, destinations: [email], clock: () => later, officeHours });
    const event = await store.db
      .selectFrom('events')
      .selectAll()
      .where('kind', '=', 'flood-digest')
      .where('inquiryId', 'is', null)
      .executeTakeFirstOrThrow();
    expect(
      await loadNotification({ store, destinations, clock, officeHours }, event),
    ).toBeDefined();
  },
  schedule: (store) => enqueueDue({ store, destinations, clock, officeHours }),
  async digest(store) {
    const event = { number: 0, about: '2026-11-24', at: toIso(now) };
    expect(await readDigest({ store, destinations, officeHours }, event, now)).toBeDefined();
  },
  async change(store) {
    const id = await storeInquiry(store, {}, { at: now });
    const dependencies = { store, clock, destinations, officeHours };
    await changeStatus(dependencies, id, { status: 'reviewed', qualified: true });
  },
  async redelivery(store) {
    const id = await storeInquiry(store, {}, { at: now, destinations: [email] });
    expect(await redeliver({ store, clock, destinations }, id)).toEqual(['webhook']);
  },
  lostFloodDigests: (store) => clearLostFloodDigests(store),
  readiness: (store) => findFailedChecks(store),
  metrics: (store) =>
    createMetrics({
      store: Promise.resolve(store),
      destinations,
      clock,
      getFailures: async () => [],
      log: { warn: (_, message) => expect.fail(message) },
    }).read(),
  async commands(store, location) {
    const id = await storeInquiry(store, { email: 'bea@one.example' }, { at: now, destinations });
    for (const command of [
      ...['list --limit 3', 'list --status new --limit 3', 'list --due --limit 3'],
      ...[`show ${id}`, `mark ${id} declined`, `assign ${id} --to Bea`],
      ...['deliveries --limit 3', 'deliveries --failed --limit 3'],
      ...['redeliver --failed', 'check'],
    ]) {
      const result = await runCommand(command.split(' '), settingsFor(location), now);
      expect(result.exitCode, `${command}: ${result.stderr}`).not.toBe(2);
    }
  },
};

it.each(Object.entries(work))('%s scans no table that strangers fill', async (_, run) => {
  const location = await temporaryLocation();
  // Before the store is used, which keeps the statements that it prepared.
  const readStatements = spyStatements(location);
  const { store } = await temporaryStore({ location });
  for (let count = 0; count < 3; count += 1) {
    const at = now - 21 * hour - count * 1000;
    await storeInquiry(store, { email: `${count}@one.example` }, { at, destinations });
  }
  await run(store, location);
  const statements = readStatements();
  expect(statements.size).toBeGreaterThan(0);
  const scans: string[] = [];
  for (const [statement, parameters] of statements) {
    const steps = await explain(location, statement, parameters);
    const isScan = steps.some((step) => scan.test(step) && !isFirstOfIndex(step, statement));
    if (isScan) scans.push(`${statement}\n${steps.join('\n')}`);
  }
  expect(scans).toEqual([]);
});

it('the schedule reads only skipped e-mails that no flood digest names', async () => {
  const location = await temporaryLocation();
  const readStatements = spyStatements(location);
  const { store } = await temporaryStore({ location });
  await enqueueDue({ store, destinations, clock, officeHours });
  const statements = [...readStatements()].filter(([text]) =>
    /skip_reason\b.*\bdigest\b/s.test(text),
  );
  expect(statements).not.toEqual([]);
  for (const [statement, parameters] of statements) {
    const steps = await explain(location, statement, parameters);
    expect(steps.join('\n')).toMatch(/skip_reason\b.* AND \(?digest\b/);
  }
});

it('the schedule reads only inquiries of which the team may still be reminded', async () => {
  const location = await temporaryLocation();
  const readStatements = spyStatements(location);
  const { store } = await temporaryStore({ location });
  await enqueueDue({ store, destinations, clock, officeHours });
  const indexes = [];
  for (const [statement, parameters] of readStatements()) {
    if (!/^select .*\binquiries\b.*order by.*limit/is.test(statement)) continue;
    const steps = await explain(location, statement, parameters);
    indexes.push(...(steps.join('\n').match(/unreminded_\w+/g) ?? [statement]));
  }
  const kinds = ['review_soon', 'review_late', 'response_soon', 'response_late'];
  expect(indexes).toEqual(kinds.map((kind) => `unreminded_${kind}`));
});

it('a batch of deletions is read from where the last one ended, also of the same time', async () => {
  const location = await temporaryLocation();
  const readStatements = spyStatements(location);
  const { store } = await temporaryStore({ location });
  await forEachDeleted(store, toIso(now), () => undefined, new AbortController().signal);
  for (const [statement, parameters] of readStatements()) {
    if (!statement.includes("kind = 'deleted'")) continue;
    const steps = await explain(location, statement, parameters);
    expect(steps.join('\n')).toMatch(/deletions_by_time.*\bat, ?id\) ?>/s);
  }
  expect.assertions(1);
});

const tables = 'inquiries|events|deliveries|lost|named|earlier|waiting|idempotency_keys|used_links';
const scan = new RegExp(`^SCAN (${tables})|Seq Scan on (${tables})`);

/** Tells if a step reads an index in its order, and only the first rows. */
const isFirstOfIndex = (step: string, statement: string) =>
  step.includes('USING INDEX') && /\blimit\b/i.test(statement);

/** Records statements. The returned function ends this, and returns them with parameters. */
function spyStatements(location: StoreLocation) {
  const spy =
    location.kind === 'sqlite'
      ? vi.spyOn(DatabaseSync.prototype, 'prepare')
      : vi.spyOn(Client.prototype, 'query');
  return () => {
    const isStatement = /^\s*(select|with|insert|update|delete)\b/i;
    const calls = spy.mock.calls as unknown as [text: string, parameters: unknown[] | undefined][];
    const statements = new Map(calls.filter(([text]) => isStatement.test(text)));
    spy.mockRestore();
    return statements;
  };
}

async function explain(location: StoreLocation, statement: string, parameters: unknown[] = []) {
  if (location.kind === 'sqlite') {
    const database = new DatabaseSync(location.file);
    const steps = database.prepare(`explain query plan ${statement}`).all();
    database.close();
    return steps.map(({ detail }) => String(detail));
  }
  const client = new Client({ connectionString: location.databaseUrl });
  await client.connect();
  // Reads a whole table only if no index serves the statement.
  await client.query('set enable_seqscan = off');
  const { rows } = await client.query(`explain ${statement}`, parameters);
  await client.end();
  return rows.map((row) => String(row['QUERY PLAN']));
}
