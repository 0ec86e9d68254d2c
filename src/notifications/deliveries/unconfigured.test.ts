import { expect, it } from 'vitest';
import { runCommand, toEmail, toWebhook } from '../../../tests/fixtures/command-line.ts';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { newYork, setUpNotifications } from '../../../tests/fixtures/notification-fixture.ts';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import { settingsFor, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import type { Destination } from '../../config/destinations.ts';
import { startMaintenance } from '../../maintenance/maintenance-job.ts';
import { createMetrics } from '../../observability/metrics.ts';
import { listDeliveries } from '../../store/outbox/list-deliveries.ts';
import { saveSharedValue } from '../../store/shared-values.ts';
import type { DeliveryState } from '../../store/tables.ts';
import { hourMs, toIso } from '../../text/format-time.ts';
import { accepted, DeliveryError, type Sender, type Senders } from '../sender.ts';

const succeed: Sender = async () => accepted;
const fail: Sender = async () => {
  throw new DeliveryError('HTTP 503');
};

/**
 * Creates a store in which deliveries of two inquiries wait for a webhook and for an inquirer. Both
 * were last attempted on a Monday at 8:00 in New York, and are due 10 s later. E-mails to the team,
 * with the digest of the day, have arrived.
 */
async function setUp() {
  const { store, location } = await temporaryStore();
  const at = Date.parse('2026-11-23T12:00:00.000Z');
  const senders = { email: succeed, webhook: fail, inquirer: fail };
  const before = await setUpNotifications({ store, at, senders });
  for (const firstName of ['Ada', 'Bea'])
    await before.submit({ firstName, email: `${firstName}@one.example` }, [
      ...[email, webhook, inquirer],
    ]);
  await before.tick();
  await before.tickAt('2026-11-23T13:00:00.000Z');

  return {
    store,
    /** Starts a server on the store, by default only with a mail server. */
    restart: (time: string, restarted?: Senders) =>
      setUpNotifications({ store, at: Date.parse(time), ...(restarted && { senders: restarted }) }),
    /** Runs a command an hour after the last attempt. */
    run: (env: Record<string, string>, ...argv: string[]) =>
      runCommand(argv, { ...settingsFor(location), ...env }, at + 2 * hourMs),
    /**
     * Runs the hourly job of a server with these destinations, by default an hour after the
     * previous run.
     */
    async runHourly(time: string, destinations: Destination[], seenAt?: string) {
      const now = Date.parse(time);
      const lastSeen = { seenAt: seenAt ?? toIso(now - hourMs) };
      await saveSharedValue(store, 'clock', JSON.stringify(lastSeen));
      const options = { destinations, clock: () => now, timeZone: newYork, months: undefined };
      await startMaintenance({ store, log: createRecordedLog().log, ...options }).stop();
    },
    setState: (state: DeliveryState) =>
      store.db
        .updateTable('deliveries')
        .set({ state })
        .where('destination', '<>', 'email')
        .execute(),
    async statesOf({ name }: Destination) {
      const deliveries = await listDeliveries(store);
      const found = deliveries.filter(({ destination }) => destination === name);
      return found.map(({ state, attempts }) => `${state} ${attempts}`);
    },
  };
}

it('deliveries to a destination that was removed hinder no export, and stand in the list', async () => {
  const { run } = await setUp();
  const refused = await run({ ...toEmail, ...toWebhook }, 'export');
  expect(refused.stderr).toMatch(/^2 notifications wait /);
  const { exitCode, stdout, stderr } = await run(toEmail, 'export');
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: `Not exported: 2 notifications to inquirer, which is not configured.
Not exported: 2 notifications to webhook, which is not configured.
`,
  });
  expect(JSON.parse(stdout)).toHaveLength(2);
  const list = await run(toEmail, 'deliveries');
  expect(list.stdout.match(/webhook +waiting/g)).toHaveLength(2);
});

it.each(['waiting', 'failed'] as const)(
  'deliveries to a destination that was removed are no finding of check: %s',
  async (state) => {
    const { run, setState } = await setUp();
    await setState(state);
    const { stdout } = await run(toEmail, 'check', '--json');
    const { checks } = JSON.parse(stdout) as { checks: { name: string; detail: string }[] };
    const found = checks.filter(({ name }) => name === 'deliveries');
    expect(found.map(({ detail }) => detail)).toEqual(['none overdue or failed']);
  },
);

it.each(['waiting', 'failed'] as const)(
  'deliveries to a destination that was removed raise no alert: %s',
  async (state) => {
    const { store, setState } = await setUp();
    await setState(state);
    const read = async (destinations: Destination[]) => {
      const metrics = createMetrics({
        store: Promise.resolve(store),
        destinations,
        getFailures: async () => [],
        clock: () => Date.parse('2026-11-23T15:00:00.000Z'),
        log: createRecordedLog().log,
      });
      const lines = (await metrics.read()).match(/^inquiries_deliveries_\w+\{.* [^0].*/gm) ?? [];
      return lines.map((line) => /destination="(\w+)"/.exec(line)?.[1]).sort();
    };
    expect(await read([email, webhook, inquirer])).toEqual(['inquirer', 'webhook']);
    expect(await read([email, webhook])).toEqual(['webhook']);
    expect(await read([email])).toEqual([]);
  },
);

it('the next digest tells of a destination that was removed, and the one after does not', async () => {
  const { restart } = await setUp();
  const { mails, tickAt } = await restart('2026-11-23T15:00:00.000Z');
  for (const time of ['2026-11-24T13:00:00.000Z', '2026-11-25T13:00:00.000Z']) await tickAt(time);
  const digests = mails.map(({ read }) => read);
  const titled = digests.filter(({ subject }) => subject?.startsWith('Inquiries on'));
  expect(titled.map(({ subject }) => subject?.replace(/.*: /, ''))).toEqual([
    '2 late, 4 not delivered',
    '2 late',
  ]);
  const condition = 'These are sent only if it is configured again within four days.';
  const texts = titled.map(({ text }) => text?.replaceAll(/\s+/g, ' '));
  expect(texts.map((text) => text?.match(/To the \w+, which .+? four days\./g))).toEqual([
    [
      `To the inquirer, which is not configured: 2. ${condition}`,
      `To the webhook, which is not configured: 2. ${condition}`,
    ],
    null,
  ]);
});

it('what failed to a destination that was removed is dismissed, and not queued', async () => {
  const { store, run, statesOf } = await setUp();
  await store.db.updateTable('deliveries').set({ state: 'failed' }).execute();
  const { stderr } = await run(toEmail, 'redeliver', '--failed');
  // Including the digest.
  expect(stderr).toBe(`Queued: 3.
Not queued: 2 to inquirer, which is not configured.
Not queued: 2 to webhook, which is not configured.
`);
  expect(await statesOf(webhook)).toEqual(['failed 2', 'failed 2']);
  const [id = ''] = (await listDeliveries(store)).flatMap(({ inquiryId }) => inquiryId ?? []);
  expect((await run(toEmail, 'redeliver', id)).stderr).toContain('[NOT_ALLOWED]');
  expect((await run({}, 'redeliver', '--failed')).stderr).toContain('[NOBODY_IS_NOTIFIED]');
  expect((await run(toEmail, 'dismiss', '--failed')).stderr).toBe('Dismissed: 4.\n');
});

it('deliveries go on if their destination returns within four days', async () => {
  const { restart, runHourly, statesOf } = await setUp();
  await runHourly('2026-11-27T13:00:10.000Z', [email]);
  const senders = { email: succeed, webhook: succeed };
  const { tick } = await restart('2026-11-27T14:00:00.000Z', senders);
  await tick();
  expect(await statesOf(webhook)).toEqual(['delivered 3', 'delivered 3']);
});

it('deliveries are skipped once their destination has been removed for four days', async () => {
  const { restart, runHourly, statesOf } = await setUp();
  await runHourly('2026-11-27T13:00:10.001Z', [email, inquirer]);
  const senders = { email: succeed, webhook: succeed };
  const { tick } = await restart('2026-11-27T14:00:00.000Z', senders);
  await tick();
  expect(await statesOf(webhook)).toEqual(['void 2', 'void 2']);
  expect(await statesOf(inquirer)).toEqual(['waiting 2', 'waiting 2']);
});

it('no deliveries are skipped while the clock has jumped ahead', async () => {
  const { runHourly, statesOf } = await setUp();
  await runHourly('2028-07-01T00:00:00.000Z', [email], '2026-11-23T14:00:00.000Z');
  expect(await statesOf(webhook)).toEqual(['waiting 2', 'waiting 2']);
});

it('a server without a destination skips nothing that another one attempts', async () => {
  const { store, runHourly, statesOf } = await setUp();
  const events = store.db.selectFrom('events').select(({ fn }) => fn.min('number').as('number'));
  await store.db
    .updateTable('deliveries')
    .set({ nextAttemptAt: '2026-11-27T13:00:00.000Z' })
    .where('destination', '=', 'webhook')
    .where('event', '=', events)
    .execute();
  await runHourly('2026-11-27T14:00:00.000Z', [email]);
  expect(await statesOf(webhook)).toEqual(['waiting 2', 'waiting 2']);
});
