import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { email, inquirer, webhook, webhookSecret } from '../../tests/fixtures/destinations.ts';
import { setUpNotifications } from '../../tests/fixtures/notification-fixture.ts';
import { startWebhookReceiver } from '../../tests/fixtures/webhook-receiver.ts';
import { deleteByIds } from '../store/inquiries/delete-inquiries.ts';
import { listDeliveries } from '../store/outbox/list-deliveries.ts';
import { toIso } from '../text/format-time.ts';

const team = [email, webhook];

/**
 * Starts a webhook that responds with `statuses`, then 204. Uses the current time, because
 * signatures expire.
 */
async function setUp() {
  const statuses: number[] = [];
  const { messages, url } = await startWebhookReceiver((response) =>
    response.writeHead(statuses.shift() ?? 204).end(),
  );
  const fixture = await setUpNotifications({ webhook: url, at: Date.now() });
  const received = () =>
    messages.map(({ headers, body }) => {
      const event = new Webhook(webhookSecret).verify(body, headers as Record<string, string>);
      return { id: headers['webhook-id'], ...(event as { type: string; data: object }) };
    });
  return { ...fixture, statuses, received, ids: () => received().map(({ id }) => id) };
}

it('the webhook gets each change with the state after it and without the note, the inquirer none', async () => {
  const { store, submit, mark, assign, tick, received, clock } = await setUp();
  const id = await submit({}, [webhook]);
  const all = [...team, inquirer];
  await assign(id, 'Ada', all);
  await mark(id, { status: 'reviewed', qualified: true, note: 'Secret.' }, all);
  await assign(id, '', all);
  await tick();
  const qualified = { status: 'reviewed', qualified: true };
  const changes = [
    { status: 'new', assignee: 'Ada', hasNote: false },
    { ...qualified, assignee: 'Ada', hasNote: true },
    { ...qualified, assignee: null, hasNote: false },
  ].map((state, index) => ({
    ...{ id: `updated-${index + 1}-${id}`, type: 'inquiry.updated', timestamp: toIso(clock()) },
    data: { id, ...state },
  }));
  expect(received()).toEqual([expect.objectContaining({ type: 'inquiry.received' }), ...changes]);
  const told = (await listDeliveries(store)).filter(({ kind }) => kind === 'changed');
  expect(told.map(({ destination }) => destination).sort()).toEqual([
    ...Array(3).fill('email'),
    ...Array(3).fill('webhook'),
  ]);
});

it('the webhook gets a change once what waits of its inquiry is delivered, but of no other', async () => {
  const { submit, assign, tick, tickAfter, statuses, ids } = await setUp();
  statuses.push(500);
  const id = await submit({}, [webhook]);
  const other = await submit({}, [webhook]);
  for (const one of [id, other]) await assign(one, 'Ada', [webhook]);
  await tick();
  const ofOther = [`received-${other}`, `updated-1-${other}`];
  expect(ids()).toEqual([`received-${id}`, ...ofOther]);
  await tickAfter(10_000);
  expect(ids().slice(3)).toEqual([`received-${id}`, `updated-1-${id}`]);
});

it('a deletion is sent to the webhook instead of waiting messages, after new inquiries', async () => {
  const { store, submit, assign, tickAfter, received, ids, clock } = await setUp();
  const deleted = [await submit({}, [webhook]), await submit({}, [webhook])];
  await assign(deleted[0] ?? '', 'Ada', team);
  const deletion = { destinations: [...team, inquirer], now: clock(), reason: 'command' } as const;
  const deletedAt = toIso(clock());
  for (const id of deleted) await deleteByIds(store, [id], deletion);
  const fresh = await submit({}, [webhook]);
  await tickAfter(15_000 - 1);
  expect(ids()).toEqual([`received-${fresh}`]);
  await tickAfter(1);
  expect(ids()).toEqual([`received-${fresh}`, ...deleted.map((id) => `deleted-${id}`)]);
  expect(received()[1]).toEqual({
    id: `deleted-${deleted[0]}`,
    type: 'inquiry.deleted',
    timestamp: deletedAt,
    data: { id: deleted[0] },
  });
  const deliveries = (await listDeliveries(store)).filter((one) => one.destination === 'webhook');
  expect(deliveries.map(({ kind, inquiryId }) => [kind, inquiryId])).toEqual([
    ['deleted', deleted[1]],
    ['deleted', deleted[0]],
    ['received', fresh],
  ]);
});
