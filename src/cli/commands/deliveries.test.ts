import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../tests/fixtures/command-line.ts';
import { email, webhook } from '../../../tests/fixtures/destinations.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { settingsFor, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { enqueueReminders } from '../../notifications/schedule/reminders.ts';
import { enqueueDigest } from '../../notifications/schedule/digest.ts';
import { endLease, leaseDelivery } from '../../notifications/deliveries/leases.ts';
import { listDeliveries } from '../../notifications/deliveries/list-deliveries.ts';
import { recordEvents } from '../../store/events.ts';
import type { Destination, DestinationName } from '../../store/tables.ts';

const hourMs = 60 * 60 * 1000;
const receivedMs = Date.parse('2026-11-21T12:00:00.000Z');

/** Creates a store whose inquiries have these destinations. */
async function setUp(...destinations: Destination[]) {
  const { store, location } = await temporaryStore();
  let now = receivedMs;
  const run = (...argv: string[]) => runCommand(argv, settingsFor(location), (now += 1000));
  const submit = () => storeInquiry(store, {}, { at: receivedMs, destinations });
  const end = async (destination: DestinationName, state: 'delivered' | 'failed') => {
    const delivery = await leaseDelivery(store, destination, now);
    if (!delivery) throw new Error('nothing is due');
    const outcome =
      state === 'failed'
        ? { state, lastError: 'HTTP 410' }
        : { state, deliveredAt: '2026-11-21T12:00:01.000Z' };
    await endLease(store, delivery, outcome);
  };
  return { store, location, run, submit, end };
}

describe('deliveries', () => {
  it('lists the destination, state and last error of each delivery', async () => {
    const { run, submit, end } = await setUp(email, webhook);
    const id = await submit();
    await end('email', 'delivered');
    await end('webhook', 'failed');
    const { exitCode, stdout, stderr } = await run('deliveries');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const [header, ...rows] = stdout.trimEnd().split('\n');
    expect(header).toMatch(/^INQUIRY +KIND +TO +STATE +ATTEMPTS +SENT\/DUE \(UTC\) +ERROR$/);
    expect(rows).toHaveLength(2);
    const short = id.slice(0, 13);
    expect(rows[0]).toMatch(new RegExp(`^${short} +received +webhook +failed +1 +HTTP 410$`));
    expect(rows[1]).toMatch(
      new RegExp(`^${short} +received +email +delivered +1 +2026-11-21 12:00$`),
    );
  });

  it('lists the kinds, latest first', async () => {
    const { store, run, submit, end } = await setUp(email);
    const id = await submit();
    await end('email', 'delivered');
    await enqueueReminders(store, [email], receivedMs + 20 * hourMs);
    const at = Date.parse('2026-11-23T09:00:00.000Z');
    await enqueueDigest(store, [email], at, { timeZone: 'UTC', holidays: [] });
    const { stdout } = await run('deliveries');
    const [, ...rows] = stdout.trimEnd().split('\n');
    const short = id.slice(0, 13);
    expect(rows[0]).toMatch(/^ +digest 2026-11-23 +email +waiting +0 +2026-11-23 09:00$/);
    expect(rows[1]).toMatch(new RegExp(`^${short} +review-soon +email +waiting +0 +2026-11-22`));
    expect(rows[2]).toMatch(new RegExp(`^${short} +received +email +delivered`));
    expect(JSON.parse((await run('deliveries', '--json', '--limit', '2')).stdout)).toMatchObject([
      { id: 'digest-2026-11-23', kind: 'digest', about: '2026-11-23' },
      { kind: 'review-soon', inquiryId: id },
    ]);
  });

  it('lists an outage, with the destination that fails', async () => {
    const { store, run } = await setUp();
    const outage = { id: 'outage-webhook-0', kind: 'outage', about: 'webhook' } as const;
    const at = '2026-11-21T12:00:00.000Z';
    await store.db
      .transaction()
      .execute((transaction) => recordEvents(transaction, [{ ...outage, at, to: [email] }]));
    expect((await run('deliveries')).stdout).toMatch(
      /\n +outage webhook +email +waiting +0 +2026-11-21 12:00\n$/,
    );
    expect(JSON.parse((await run('deliveries', '--json')).stdout)).toEqual([
      {
        ...outage,
        destination: 'email',
        state: 'waiting',
        attempts: 0,
        nextAttemptAt: at,
      },
    ]);
  });

  it('lists failed deliveries only, with the commands to redeliver or dismiss them', async () => {
    const { run, submit, end } = await setUp(email, webhook);
    await submit();
    await end('webhook', 'failed');
    const { stdout, stderr } = await run('deliveries', '--failed');
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(stderr).toContain('"inquiries redeliver --failed"');
    expect(stderr).toContain('"inquiries dismiss --failed"');
  });

  it('prints a long error whole, to a file and to a narrow terminal', async () => {
    const { store, location, run, submit, end } = await setUp(webhook);
    await submit();
    await end('webhook', 'failed');
    const lastError = `EPROTO: ${'the certificate ends '.repeat(9)}`.trim();
    await store.db.updateTable('deliveries').set({ lastError }).execute();
    expect((await run('deliveries')).stdout).toContain(` ${lastError}\n`);
    const narrow = await runCommand(['deliveries'], settingsFor(location), receivedMs, 60);
    expect(narrow.stdout).toContain(` ${lastError}\n`);
  });

  it('limits the rows to --limit', async () => {
    const { run, submit } = await setUp(email, webhook);
    await submit();
    const { stdout, stderr } = await run('deliveries', '--limit', '1');
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(stderr).toBe('Showing the latest 1. Use --limit to see more.\n');
    expect((await run('deliveries', '--limit', '2')).stderr).toBe('');
  });

  it('reports an empty list', async () => {
    const { run } = await setUp();
    expect((await run('deliveries')).stderr).toBe('No deliveries yet.\n');
    expect((await run('deliveries', '--failed')).stderr).toBe('No failed deliveries.\n');
  });
});

describe('show', () => {
  it('lists the deliveries of an inquiry', async () => {
    const { store, run, submit, end } = await setUp(email, webhook);
    const id = await submit();
    await end('email', 'delivered');
    await end('webhook', 'failed');
    await enqueueReminders(store, [email], receivedMs + 20 * hourMs);
    expect((await run('show', id)).stdout).toContain(`
Deliveries (UTC)
  2026-11-21 12:00  received to email: delivered
                    received to webhook: failed (HTTP 410)
  2026-11-22 08:00  review-soon to email: waiting
`);
    const { deliveries } = JSON.parse((await run('show', id, '--json')).stdout) as {
      deliveries: unknown[];
    };
    expect(deliveries).toHaveLength(3);
  });
});

describe('redeliver', () => {
  it('queues the deliveries of an inquiry by an id prefix', async () => {
    const { store, run, submit, end } = await setUp(email, webhook);
    const id = await submit();
    await end('email', 'delivered');
    const { exitCode, stderr } = await run('redeliver', id.slice(0, 13));
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: `Queued: ${id} to email and webhook.\n`,
    });
    expect((await listDeliveries(store)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  });

  it('is counted in the lists, once there is one', async () => {
    const { run, submit, end } = await setUp(email, webhook);
    const id = await submit();
    await end('email', 'delivered');
    await end('webhook', 'failed');
    expect((await run('deliveries')).stdout).not.toContain('REDELIVERIES');
    expect((await run('show', id)).stdout).not.toContain('redeliveries');
    await run('redeliver', id);
    expect((await run('deliveries')).stdout).toMatch(
      /REDELIVERIES.*\n.* webhook +waiting +0 +1 .*\n.* email +waiting +0 +1 /,
    );
    expect((await run('show', id)).stdout).toContain('email: waiting, redeliveries: 1\n');
    expect(JSON.parse((await run('deliveries', '--json')).stdout)).toMatchObject([
      { destination: 'webhook', redeliveries: 1 },
      { destination: 'email', redeliveries: 1 },
    ]);
  });

  it('does not repeat acknowledgements', async () => {
    const { location, submit } = await setUp();
    const env = {
      ...settingsFor(location),
      SMTP_URL: 'smtp://127.0.0.1:25',
      MAIL_FROM: 'website@example.com',
      NOTIFY_TO: 'team@example.com',
      ACKNOWLEDGE: 'on',
    };
    const id = await submit();
    const { stderr } = await runCommand(['redeliver', id], env);
    expect(stderr).toBe(`Queued: ${id} to email.\n`);
  });

  it('queues failed deliveries, and counts them', async () => {
    const { store, run, submit, end } = await setUp(email);
    await submit();
    await end('email', 'failed');
    expect((await run('redeliver', '--failed')).stderr).toBe('Queued: 1.\n');
    expect((await listDeliveries(store))[0]?.state).toBe('waiting');
    expect((await run('redeliver', '--failed')).stderr).toBe('No failed deliveries.\n');
  });

  it('fails without a destination', async () => {
    const { run, submit } = await setUp();
    const { exitCode, stderr } = await run('redeliver', await submit());
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/\[NOBODY_IS_NOTIFIED\]\nSet SMTP_URL or WEBHOOK_URL/);
  });
});

describe('dismiss', () => {
  it('drops all failed deliveries, counts them and keeps their last errors', async () => {
    const { store, run, submit, end } = await setUp(email);
    await submit();
    await submit();
    await end('email', 'failed');
    expect(await run('dismiss', '--failed')).toEqual({
      ...{ exitCode: 0, stdout: '', stderr: 'Dismissed: 1.\n' },
    });
    const deliveries = await listDeliveries(store);
    expect(deliveries.map(({ state, lastError }) => `${state} ${lastError ?? ''}`).sort()).toEqual([
      'void HTTP 410',
      'waiting ',
    ]);
    expect((await run('dismiss', '--failed')).stderr).toBe('No failed deliveries.\n');
    expect((await run('dismiss')).exitCode).toBe(2);
    expect(await listDeliveries(store)).toEqual(deliveries);
  });
});

it('redeliver requires either an id or --failed', async () => {
  const { run } = await setUp();
  const { exitCode, stderr } = await run('redeliver');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('[USAGE]\nRun "inquiries redeliver ID"');
  expect((await run('redeliver', 'a', '--failed')).exitCode).toBe(2);
});
