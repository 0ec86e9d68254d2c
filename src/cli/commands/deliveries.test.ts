import { describe, expect, it } from 'vitest';
import {
  receivedMs,
  runCommand,
  toEmail,
  toWebhook,
} from '../../../tests/fixtures/command-line.ts';
import { email, webhook } from '../../../tests/fixtures/destinations.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { settingsFor, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { endLease, leaseDelivery } from '../../notifications/deliveries/leases.ts';
import { listDeliveries } from '../../notifications/deliveries/list-deliveries.ts';
import { type NewEvent, recordEvents } from '../../store/events.ts';
import type { Destination } from '../../store/tables.ts';

/** Creates a store whose inquiries have these destinations. */
async function setUp(...destinations: Destination[]) {
  const { store, location } = await temporaryStore();
  const run = (argv: string[], env: Record<string, string> = {}, columns?: number) =>
    runCommand(argv, { ...settingsFor(location), ...env }, receivedMs + 1000, columns);
  const submit = () => storeInquiry(store, {}, { at: receivedMs, destinations });
  const remind = (event: Pick<NewEvent, 'id' | 'kind' | 'about' | 'inquiryId'>) => {
    const at = '2026-11-22T08:00:00.000Z';
    return store.db
      .transaction()
      .execute((transaction) => recordEvents(transaction, [{ ...event, at, to: [email] }]));
  };
  return { store, run, submit, remind };
}

/** Creates a store with an inquiry that the e-mail was delivered for, but not the webhook. */
async function setUpFailed() {
  const commands = await setUp(email, webhook);
  const id = await commands.submit();
  const end = async (destination: Destination, outcome: Parameters<typeof endLease>[2]) => {
    const delivery = await leaseDelivery(commands.store, destination, receivedMs);
    if (delivery) await endLease(commands.store, delivery, outcome);
  };
  await end(email, { state: 'delivered', deliveredAt: '2026-11-21T12:00:01.000Z' });
  await end(webhook, { state: 'failed', lastError: 'HTTP 410' });
  return { ...commands, id };
}

describe('deliveries', () => {
  it('lists the kind, destination, state and last error of each, latest first', async () => {
    const { id, run, remind } = await setUpFailed();
    const digest = { id: 'digest-2026-11-23', kind: 'digest', about: '2026-11-23' } as const;
    await remind(digest);
    const { exitCode, stdout, stderr } = await run(['deliveries']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const short = id.slice(0, 13);
    expect(stdout.replaceAll(/ {2,}/g, '  ')).toBe(
      'INQUIRY  KIND  TO  STATE  ATTEMPTS  SENT/DUE (UTC)  ERROR\n' +
        '  digest 2026-11-23  email  waiting  0  2026-11-22 08:00\n' +
        `${short}  received  webhook  failed  1  HTTP 410\n` +
        `${short}  received  email  delivered  1  2026-11-21 12:00\n`,
    );
    const json = await run(['deliveries', '--json', '--limit', '2']);
    expect(JSON.parse(json.stdout)).toMatchObject([
      { ...digest, destination: 'email', state: 'waiting', attempts: 0 },
      { inquiryId: id, destination: 'webhook', state: 'failed', lastError: 'HTTP 410' },
    ]);
  });

  it('lists failed deliveries only, with the commands to redeliver or dismiss them', async () => {
    const { run } = await setUpFailed();
    const { stdout, stderr } = await run(['deliveries', '--failed']);
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(stderr).toMatch(/"inquiries redeliver --failed".*"inquiries dismiss --failed"/s);
    const one = await run(['deliveries', '--limit', '1']);
    expect(one.stderr).toBe('Showing the latest 1. Use --limit to see more.\n');
    expect((await run(['deliveries', '--limit', '2'])).stderr).toBe('');
  });

  it('prints a long error whole, to a file and to a narrow terminal', async () => {
    const { store, run } = await setUpFailed();
    const lastError = `EPROTO: ${'the certificate ends '.repeat(9)}`.trim();
    await store.db.updateTable('deliveries').set({ lastError }).execute();
    for (const columns of [undefined, 60]) {
      expect((await run(['deliveries'], {}, columns)).stdout).toContain(` ${lastError}\n`);
    }
  });
});

it('show lists the deliveries of an inquiry', async () => {
  const { id, run, remind } = await setUpFailed();
  await remind({ id: `review-soon-${id}`, kind: 'review-soon', inquiryId: id });
  expect((await run(['show', id])).stdout).toContain(`
Deliveries (UTC)
  2026-11-21 12:00  received to email: delivered
                    received to webhook: failed (HTTP 410)
  2026-11-22 08:00  review-soon to email: waiting
`);
  const json = JSON.parse((await run(['show', id, '--json'])).stdout) as { deliveries: object[] };
  expect(json.deliveries).toHaveLength(3);
});

describe('redeliver', () => {
  it('queues the deliveries of an inquiry, which the lists count from then on', async () => {
    const { id, run } = await setUpFailed();
    expect((await run(['deliveries'])).stdout).not.toContain('REDELIVERIES');
    expect((await run(['show', id])).stdout).not.toContain('redeliveries');
    const redeliver = run(['redeliver', id.slice(0, 13)], { ...toEmail, ...toWebhook });
    const stderr = `Queued: ${id} to email and webhook.\n`;
    expect(await redeliver).toEqual({ exitCode: 0, stdout: '', stderr });
    expect((await run(['deliveries'])).stdout).toMatch(
      /REDELIVERIES.*\n.* webhook +waiting +0 +1 .*\n.* email +waiting +0 +1 /,
    );
    expect((await run(['show', id])).stdout).toContain('email: waiting, redeliveries: 1\n');
  });

  it('does not repeat acknowledgements, and fails without a destination', async () => {
    const { run, submit } = await setUp();
    expect((await run(['deliveries'])).stderr).toBe('No deliveries yet.\n');
    expect((await run(['deliveries', '--failed'])).stderr).toBe('No failed deliveries.\n');
    const id = await submit();
    const { stderr } = await run(['redeliver', id], { ...toEmail, ACKNOWLEDGE: 'on' });
    expect(stderr).toBe(`Queued: ${id} to email.\n`);
    const refused = await run(['redeliver', id]);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(/\[NOBODY_IS_NOTIFIED\]\nSet SMTP_URL or WEBHOOK_URL/);
  });
});

it.each([
  ['redeliver', 'Queued: 1.\n', 'waiting'],
  ['dismiss', 'Dismissed: 1.\n', 'void'],
])('%s --failed changes failed deliveries, and counts them', async (command, stderr, state) => {
  const { store, run } = await setUpFailed();
  expect(await run([command, '--failed'])).toEqual({ exitCode: 0, stdout: '', stderr });
  const deliveries = await listDeliveries(store);
  expect(deliveries.map(({ state }) => state).sort()).toEqual(['delivered', state]);
  expect(deliveries.map(({ lastError }) => lastError)).toContain('HTTP 410');
  expect((await run([command, '--failed'])).stderr).toBe('No failed deliveries.\n');
  expect(await listDeliveries(store)).toEqual(deliveries);
});
