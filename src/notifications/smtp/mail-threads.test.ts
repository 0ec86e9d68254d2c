import { expect, it } from 'vitest';
import { email, inquirer } from '../../../tests/fixtures/destinations.ts';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import { hour, setUpNotifications } from '../../../tests/fixtures/notification-fixture.ts';

it('e-mails about an inquiry have one subject and refer to one id; all but the first are replies', async () => {
  const { mails: inquirerMails, address } = await startMailServer();
  const { mails, tick, tickAfter, submit, mark, assign } = await setUpNotifications({
    inquirerMailServer: address,
    // A Tuesday afternoon, so that reminders come after the time of digests.
    at: Date.parse('2026-11-17T21:00:00.000Z'),
  });
  const team = [email];
  const id = await submit({}, [email, inquirer]);
  await tick();
  await tickAfter(21 * hour);
  await tickAfter(4 * hour);
  await assign(id, 'Grace', team);
  await tick();
  await assign(id, 'Blake', team);
  await mark(id, { status: 'reviewed', qualified: true, note: 'Fits.' }, team);
  await tick();
  await tickAfter(20 * hour);
  await tickAfter(3.5 * hour);
  await mark(id, { status: 'declined' }, team);
  await tick();

  const root = `<inquiry-${id}@firm.example>`;
  const first = `<received-${id}@firm.example>`;
  const about = mails.map(({ read }) => read).filter(({ references }) => references?.includes(id));
  expect([...new Set(about.map(({ subject }) => subject))]).toEqual([
    'Inquiry: Ada Lovelace, Analytical Engines (Nov 17, 4:00 PM)',
  ]);
  const replies = ['review-soon', 'review-late', 'updated-1', 'updated-2', 'updated-3']
    .concat('response-soon', 'response-late', 'updated-4')
    .map((event) => [`<${event}-${id}@firm.example>`, root, root]);
  expect(about.map((mail) => [mail.messageId, mail.references, mail.inReplyTo])).toEqual([
    [first, root, undefined],
    ...replies,
  ]);
  // A reply to the acknowledgement joins them, because mail clients give it the references of both.
  const [acknowledgement] = inquirerMails.map(({ read }) => read);
  expect(acknowledgement?.references).toBe(root);
  expect(acknowledgement?.inReplyTo).toBeUndefined();
});
