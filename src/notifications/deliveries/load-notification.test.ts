import { expect, it } from 'vitest';
import { email, webhook } from '../../../tests/fixtures/destinations.ts';
import { hour, newYork, setUpNotifications } from '../../../tests/fixtures/notification-fixture.ts';
import { startWebhookReceiver } from '../../../tests/fixtures/webhook-receiver.ts';
import type { Destination } from '../../store/tables.ts';
import { loadNotification } from './attempt-delivery.ts';
import { leaseDelivery, leaseMs } from './leases.ts';

const never = new AbortController().signal;
const both: Destination[] = [email, webhook];

it('reuses the ids when a killed process left an outcome unsaved', async () => {
  const { messages, url } = await startWebhookReceiver();
  const { mails, store, clock, senders, submit, tick, states, pass } = await setUpNotifications({
    webhook: url,
  });
  await submit({}, both);
  // Killed after the destinations accepted the inquiry, before the outcome was stored.
  for (const { name: destination } of both) {
    const delivery = await leaseDelivery(store, destination, clock());
    const notification =
      delivery &&
      (await loadNotification({ store, clock, timeZone: newYork, holidays: [] }, delivery));
    if (!notification) throw new Error('nothing is due');
    await senders[destination]?.(notification, never);
  }

  pass(leaseMs);
  await tick();
  expect(await states()).toEqual(['received delivered', 'received delivered']);
  for (const ids of [
    mails.map(({ read }) => read.messageId),
    messages.map(({ headers }) => headers['webhook-id']),
  ]) {
    expect(ids).toEqual([ids[0], ids[0]]);
  }
});

it("names earlier inquiries and their outcome in the team's e-mail only", async () => {
  const { messages, url } = await startWebhookReceiver();
  const setup = await setUpNotifications({ webhook: url });
  const { mails, submit, mark, assign, tick, pass } = setup;
  await mark(await submit({}, both), { status: 'responded' });
  pass(24 * hour);
  await assign(await submit({ firstName: 'Grace <b>' }, both), 'Ann');
  pass(1000);
  await submit({}, both);
  await tick();

  const [received, , again] = mails.map(({ read }) => read);
  expect(received?.text).not.toContain('Earlier inquiries');
  expect(again?.text).toContain(`
Earlier inquiries from this address

  Grace <b> Lovelace, Analytical Engines
  Received on Nov 22, 2026
  New. Assigned to Ann.

  Ada Lovelace, Analytical Engines
  Received on Nov 21, 2026
  Responded.
`);
  expect(again?.html).toContain('Earlier inquiries from this address</h2>');
  expect(again?.html).toContain('Grace &lt;b&gt; Lovelace, Analytical Engines');
  const events = messages.map(({ body }) => JSON.parse(body) as { data: object });
  expect(new Set(events.map(({ data }) => Object.keys(data).join())).size).toBe(1);
  expect(JSON.stringify(events)).not.toContain('earlier');
});
