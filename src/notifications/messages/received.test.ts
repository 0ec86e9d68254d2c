import { expect, it } from 'vitest';
import { email, webhook } from '../../../tests/fixtures/destinations.ts';
import { hour, setUpNotifications } from '../../../tests/fixtures/notification-fixture.ts';
import { startWebhookReceiver } from '../../../tests/fixtures/webhook-receiver.ts';

const both = [email, webhook];

it("names earlier inquiries and their outcome in the team's e-mail only", async () => {
  const { messages, url } = await startWebhookReceiver();
  const { mails, submit, mark, assign, tick, pass } = await setUpNotifications({ webhook: url });
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
