import { describe, expect, it } from 'vitest';
import { email } from '../../../tests/fixtures/destinations.ts';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import { hour, newsOf, setUpNotifications } from '../../../tests/fixtures/notification-fixture.ts';
import { listDeliveries } from '../deliveries/list-deliveries.ts';
import { enqueueReminders } from './reminders.ts';

describe('a reminder', () => {
  it('is sent once 4 hours before the deadline and once after it, across restarts', async () => {
    const { mails, startLoops, submit, states, pass } = await setUpNotifications();
    const id = await submit();
    pass(20 * hour);
    const first = startLoops();
    await expect.poll(states).toEqual(['review-soon delivered']);
    await first.stop();

    const second = startLoops();
    pass(4 * hour + 1);
    second.wake();
    await expect.poll(states).toEqual(['review-soon delivered', 'review-late delivered']);
    await second.stop();

    const third = startLoops();
    pass(hour);
    // Shows that the third scheduler has run.
    await submit({ firstName: 'Grace' });
    pass(20 * hour);
    third.wake();
    await expect.poll(() => mails).toHaveLength(3);
    expect(newsOf(mails)).toEqual([
      'Review due by Sun 7 AM. Unassigned. Ada Lovelace',
      'Review was due Sun 7 AM. Unassigned. Ada Lovelace',
      'Review due by Mon 8 AM. Unassigned. Grace Lovelace',
    ]);
    expect(mails.slice(0, 2).map(({ read }) => read.messageId)).toEqual([
      `<review-soon-${id}@firm.example>`,
      `<review-late-${id}@firm.example>`,
    ]);
  });

  it('names the inquirer, the arrival, the deadline and what to do', async () => {
    const { mails, startLoops, submit, pass } = await setUpNotifications();
    const id = await submit({ company: 'A <b>& Co\u202e' });
    pass(24 * hour + 1);
    startLoops();
    await expect.poll(() => mails).toHaveLength(1);
    const { to, source, read } = mails[0] ?? { read: undefined };
    expect(to).toEqual(['team@firm.example']);
    expect(read?.replyTo).toEqual([{ name: 'Ada Lovelace', address: 'ada@analytical.example' }]);
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(read?.subject).toBe('Ada Lovelace, A <b>& Co (Nov 21, 7:00 AM)');
    for (const body of [read?.text, read?.html]) {
      expect(body).toContain('Received: Sat, Nov 21, 2026, 7:00 AM EST');
      expect(body).toMatch(/Review due: (<b[^>]*>)?Sun, Nov 22, 2026, 7:00 AM EST/);
      expect(body).toContain(`https://firm.example/q/${id}`);
    }
    expect(read?.html).toContain('A &lt;b&gt;&amp; Co');
  });

  it('of a response is sent for qualified inquiries', async () => {
    const { mails, startLoops, submit, mark, states, pass } = await setUpNotifications();
    const id = await submit();
    await mark(id, { status: 'reviewed', qualified: true });
    pass(44 * hour);
    const loops = startLoops();
    await expect.poll(states).toEqual(['response-soon delivered']);
    pass(4 * hour + 1);
    loops.wake();
    await expect.poll(() => mails).toHaveLength(2);
    expect(newsOf(mails)).toEqual([
      'Response due by Mon 7 AM. Unassigned. Ada Lovelace',
      'Response was due Mon 7 AM. Unassigned. Ada Lovelace',
    ]);
    // The inquiry is qualified: the only link of the fixture is of no use.
    expect(mails[1]?.read.text).not.toContain('https://');
  });

  it('is skipped if the team has acted', async () => {
    const { address, close } = await startMailServer();
    await close();
    const { store, startLoops, submit, mark, states, pass } = await setUpNotifications({
      mailServer: address,
    });
    const [reviewed, spam] = [await submit(), await submit()];
    pass(20 * hour);
    const loops = startLoops();
    await expect
      .poll(async () => (await listDeliveries(store)).map(({ lastError }) => lastError))
      .toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
    await mark(reviewed, { status: 'reviewed', qualified: true });
    await mark(spam, { status: 'spam' });
    const { mails } = await startMailServer({}, address.port);
    pass(hour);
    loops.wake();
    await expect.poll(states).toEqual(['review-soon void', 'review-soon void']);
    expect(mails).toEqual([]);
  });

  it('that misses the deadline is skipped for the late one', async () => {
    const { address, close } = await startMailServer();
    await close();
    const { store, startLoops, submit, states, pass } = await setUpNotifications({
      mailServer: address,
    });
    await submit();
    pass(20 * hour);
    const loops = startLoops();
    await expect.poll(async () => (await listDeliveries(store))[0]?.lastError).toBe('ECONNREFUSED');
    const { mails } = await startMailServer({}, address.port);
    pass(5 * hour);
    loops.wake();
    await expect.poll(states).toEqual(['review-soon void', 'review-late delivered']);
    expect(newsOf(mails)).toEqual(['Review was due Sun 7 AM. Unassigned. Ada Lovelace']);
  });

  it('is sent in order of due time, among other notifications', async () => {
    const { mails, store, clock, startLoops, submit, pass } = await setUpNotifications();
    await submit({ firstName: 'First' });
    pass(19 * hour);
    await submit({ firstName: 'Second' }, [email]);
    pass(2 * hour);
    await submit({ firstName: 'Third' }, [email]);
    await enqueueReminders(store, [email], clock());
    startLoops();
    await expect.poll(() => mails).toHaveLength(3);
    expect(newsOf(mails)).toEqual([
      'Review due by Mon 2 AM. Second Lovelace',
      'Review due by Sun 7 AM. Unassigned. First Lovelace',
      'Review due by Mon 4 AM. Third Lovelace',
    ]);
  });
});
