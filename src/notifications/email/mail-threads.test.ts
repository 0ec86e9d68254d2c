import { describe, expect, it } from 'vitest';
import { email } from '../../../tests/fixtures/destinations.ts';
import { hour, setUpNotifications } from '../../../tests/fixtures/notification-fixture.ts';
import { redeliver } from '../deliveries/redeliver.ts';

const domain = 'firm.example';

/**
 * All mails to the team about two inquiries of one person: the first is sent twice more, assigned to one
 * colleague and then another, and qualified and declined.
 */
async function mailsOfTwoInquiries() {
  const { mails, store, clock, tick, submit, mark, assign, pass } =
    // A Tuesday afternoon, so that reminders come after the time of digests.
    await setUpNotifications({ at: Date.parse('2026-11-17T21:00:00.000Z') });
  const team = [email];
  const id = await submit({}, [email]);
  await tick();
  pass(hour);
  const second = await submit({}, [email]);
  await tick();
  for (let count = 0; count < 2; count += 1) {
    await redeliver({ store, clock }, id, ['email']);
    await tick();
  }
  await mark(second, { status: 'spam' });
  pass(20 * hour);
  await tick();
  pass(4 * hour);
  await tick();
  await assign(id, 'Grace', team);
  await tick();
  await assign(id, 'Blake', team);
  await mark(id, { status: 'reviewed', qualified: true, note: 'Fits.' }, team);
  await tick();
  pass(20 * hour);
  await tick();
  pass(3.5 * hour);
  await tick();
  await mark(id, { status: 'declined' }, team);
  await tick();
  return { id, reads: mails.map(({ read }) => read) };
}

describe('the e-mails about an inquiry', () => {
  it('have one subject and refer to one id; all but the first are replies', async () => {
    const { id, reads } = await mailsOfTwoInquiries();
    const root = `<inquiry-${id}@${domain}>`;
    const first = `<received-${id}@${domain}>`;
    const ofFirst = reads.filter(({ references }) => references?.includes(id));
    expect(new Set(ofFirst.map(({ subject }) => subject))).toEqual(
      new Set(['Inquiry: Ada Lovelace, Analytical Engines (Nov 17, 4:00 PM)']),
    );
    expect(
      ofFirst.map(({ messageId, references, inReplyTo }) => [messageId, references, inReplyTo]),
    ).toEqual([
      [first, root, undefined],
      [`<received-${id}.1@${domain}>`, `${root} ${first}`, first],
      [`<received-${id}.2@${domain}>`, `${root} ${first}`, first],
      [`<review-soon-${id}@${domain}>`, root, root],
      [`<review-late-${id}@${domain}>`, root, root],
      ...[1, 2, 3].map((number) => [`<updated-${number}-${id}@${domain}>`, root, root]),
      [`<response-soon-${id}@${domain}>`, root, root],
      [`<response-late-${id}@${domain}>`, root, root],
      [`<updated-4-${id}@${domain}>`, root, root],
    ]);
  });
});
