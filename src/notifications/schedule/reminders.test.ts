import { describe, expect, it } from 'vitest';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import { hour, newsOf, setUpNotifications } from '../../../tests/fixtures/notification-fixture.ts';
import { listDeliveries } from '../deliveries/list-deliveries.ts';

/** A Tuesday afternoon: reminders come after the time of the digest. */
const at = Date.parse('2026-11-24T16:00:00.000-05:00');

describe('a reminder', () => {
  it('is sent to the team once before the deadline and once after it, across restarts', async () => {
    const { mails, startLoops, submit, mark, pass } = await setUpNotifications({ at });
    const id = await submit();
    await mark(await submit({ firstName: 'Grace' }), { status: 'reviewed', qualified: true });
    for (const [hours, count] of [
      [20, 1],
      [4.1, 2],
      // The next one shows that the scheduler has run.
      [20, 3],
    ] as const) {
      pass(hours * hour);
      const loops = startLoops();
      await expect.poll(() => mails).toHaveLength(count);
      await loops.stop();
    }
    expect(newsOf(mails)).toEqual([
      'Review due by Wed 4 PM. Unassigned. Ada Lovelace',
      'Review was due Wed 4 PM. Unassigned. Ada Lovelace',
      'Response due by Thu 4 PM. Unassigned. Grace Lovelace',
    ]);
    expect(mails.slice(0, 2).map(({ read }) => read.messageId)).toEqual([
      `<review-soon-${id}@firm.example>`,
      `<review-late-${id}@firm.example>`,
    ]);
  });

  it('is skipped if the team has acted, or for the late one if it misses the deadline', async () => {
    const { address, close } = await startMailServer();
    await close();
    const { store, startLoops, submit, mark, states, pass } = await setUpNotifications({
      at,
      mailServer: address,
    });
    const [reviewed, spam] = [await submit(), await submit()];
    await submit({ firstName: 'Grace' });
    pass(20 * hour);
    const loops = startLoops();
    const errors = async () => (await listDeliveries(store)).map(({ lastError }) => lastError);
    await expect.poll(errors).toEqual(Array(3).fill('ECONNREFUSED'));
    await mark(reviewed, { status: 'reviewed', qualified: true });
    await mark(spam, { status: 'spam' });
    pass(hour);
    loops.wake();
    // Both are skipped, and the third one has failed again.
    await expect
      .poll(() => listDeliveries(store, { state: 'waiting' }))
      .toMatchObject([
        { nextAttemptAt: expect.stringMatching(/^2026-11-25T18:.*[1-9]/) as string },
      ]);
    const { mails } = await startMailServer({}, address.port);
    pass(4 * hour);
    loops.wake();
    const skipped = Array(3).fill('review-soon void');
    await expect.poll(states).toEqual([...skipped, 'review-late delivered']);
    expect(newsOf(mails)).toEqual(['Review was due Wed 4 PM. Unassigned. Grace Lovelace']);
  });
});
