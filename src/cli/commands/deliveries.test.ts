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
import { type Destination, destinationSettings } from '../../config/destinations.ts';
import { type NewEvent, recordEvents } from '../../store/outbox/events.ts';
import { endLease, leaseDelivery, type Outcome } from '../../store/outbox/leases.ts';
import { type Delivery, listDeliveries } from '../../store/outbox/list-deliveries.ts';

/** Creates a store with inquiries for these destinations. */
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

/** Creates a store with an inquiry whose e-mail was delivered and whose webhook failed. */
async function setUpFailed() {
  const commands = await setUp(email, webhook);
  const id = await commands.submit();
  const end = async (destination: Destination, outcome: Outcome) => {
    const delivery = await leaseDelivery(commands.store, destination, receivedMs);
    if (delivery) await endLease(commands.store, delivery, outcome);
  };
  const pendingRecipients = undefined;
  const deliveredAt = '2026-11-21T12:00:01.000Z';
  await end(email, { outcome: 'delivered', deliveredAt, warning: undefined });
  await end(webhook, {
    outcome: 'given-up',
    mayHaveArrived: false,
    error: 'HTTP 410',
    pendingRecipients,
  });
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
  const both = { ...toEmail, ...toWebhook };
  const refusal =
    'No delivery to email or webhook has failed: what was delivered or skipped is not sent again. [NOT_ALLOWED]\n';

  it('queues the failed delivery of an inquiry, and leaves the others', async () => {
    const { store, id, run, remind } = await setUpFailed();
    await remind({ id: `review-soon-${id}`, kind: 'review-soon', inquiryId: id });
    const before = await listDeliveries(store, { inquiryId: id });
    const stderr = `Queued: ${id} to webhook.
review-soon to email still waits: the next attempt is at 2026-11-22 08:00 UTC.
`;
    const result = await run(['redeliver', id.slice(0, 13)], both);
    expect(result).toEqual({ exitCode: 0, stdout: '', stderr });
    const after = await listDeliveries(store, { inquiryId: id });
    expect(after.map(({ destination, state }) => `${destination} ${state}`)).toEqual([
      ...['email waiting', 'webhook waiting', 'email delivered'],
    ]);
    const isOfWebhook = ({ destination }: Delivery) => destination === 'webhook';
    expect(after.find(isOfWebhook)).toMatchObject({ attempts: 0, lastError: 'HTTP 410' });
    expect(after.filter((one) => !isOfWebhook(one))).toEqual(
      before.filter((one) => !isOfWebhook(one)),
    );
  });

  it('refuses what was delivered or skipped', async () => {
    const { store, id, run } = await setUpFailed();
    await run(['dismiss', '--failed']);
    const before = await listDeliveries(store);
    const { exitCode, stderr } = await run(['redeliver', id], both);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: `${refusal}Run "inquiries show ${id}" to see its deliveries.\n`,
    });
    expect(await listDeliveries(store)).toEqual(before);
  });

  it('tells when a delivery that is still retried is attempted next, and does not queue it', async () => {
    const { store, run, submit } = await setUp(email, webhook);
    const id = await submit();
    const lastError = 'Refused recipients: 1 (SMTP 452 4.2.2)';
    const delivery = await leaseDelivery(store, email, receivedMs);
    if (!delivery) throw new Error('nothing is due');
    await endLease(store, delivery, {
      outcome: 'retry',
      nextAttemptAt: '2026-11-21T13:07:09.000Z',
      error: lastError,
      pendingRecipients: ['ada@firm.example'],
    });
    const before = await listDeliveries(store);
    const { exitCode, stderr } = await run(['redeliver', id], both);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: `${refusal}received to email still waits: the next attempt is at 2026-11-21 13:07 UTC (${lastError}).
received to webhook still waits: the next attempt is at 2026-11-21 12:00 UTC.
`,
    });
    expect(await listDeliveries(store)).toEqual(before);
  });

  it('queues an inquiry that nobody was notified of, but no acknowledgement; fails without a destination', async () => {
    const { run, submit } = await setUp();
    expect((await run(['deliveries'])).stderr).toBe('No deliveries yet.\n');
    expect((await run(['deliveries', '--failed'])).stderr).toBe('No failed deliveries.\n');
    const id = await submit();
    const { stderr } = await run(['redeliver', id], { ...toEmail, ACKNOWLEDGE: 'on' });
    expect(stderr).toBe(`Queued: ${id} to email.\n`);
    const refused = await run(['redeliver', id]);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain(`[NOBODY_IS_NOTIFIED]\nSet ${destinationSettings}, `);
  });
});

it.each([
  ['redeliver', 'Queued: 1.\n', 'waiting'],
  ['dismiss', 'Dismissed: 1.\n', 'void'],
])('%s --failed changes failed deliveries, and counts them', async (command, stderr, state) => {
  const { store, run } = await setUpFailed();
  const env = { ...toEmail, ...toWebhook };
  expect(await run([command, '--failed'], env)).toEqual({ exitCode: 0, stdout: '', stderr });
  const deliveries = await listDeliveries(store);
  expect(deliveries.map(({ state }) => state).sort()).toEqual(['delivered', state]);
  expect(deliveries.map(({ lastError }) => lastError)).toContain('HTTP 410');
  expect((await run([command, '--failed'], env)).stderr).toBe('No failed deliveries.\n');
  expect(await listDeliveries(store)).toEqual(deliveries);
});

it('calls a dismissed delivery skipped, and void as JSON', async () => {
  const { id, run } = await setUpFailed();
  await run(['dismiss', '--failed']);
  expect((await run(['deliveries'])).stdout).toMatch(/received +webhook +skipped /);
  expect((await run(['show', id])).stdout).toMatch(/received to webhook: skipped /);
  const [delivery] = JSON.parse((await run(['deliveries', '--json'])).stdout) as Delivery[];
  expect(delivery).toMatchObject({ destination: 'webhook', state: 'void' });
});
