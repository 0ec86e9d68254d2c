import { describe, expect, it } from 'vitest';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import {
  newsOf,
  setUpNotifications,
  subjectsOf,
} from '../../../tests/fixtures/notification-fixture.ts';
import { listDeliveries } from '../deliveries/list-deliveries.ts';

describe('the digest', () => {
  const monday = '2026-11-23T08:00:00.000-05:00';

  it('lists what is late and what is due today, once on a business morning', async () => {
    const { mails, startLoops, submit, assign, setTime } = await setUpNotifications();
    // Without control characters and bidi overrides.
    const late = { firstName: 'Late', lastName: 'Love\u202elace', company: '<Ltd\u0007Co>' };
    await assign(await submit(late), 'Gr\u202eace');
    setTime('2026-11-22T15:00:00.000-05:00');
    const today = await submit({ firstName: 'Today' });
    setTime(monday);
    const loops = startLoops();
    await expect.poll(() => mails).toHaveLength(1);
    const { read, to } = mails[0] ?? { read: undefined };
    expect(to).toEqual(['team@firm.example']);
    expect(read?.subject).toBe(
      'Inquiries on Monday, November 23: 1 late, 1 due by Tuesday morning',
    );
    expect(read?.messageId).toBe('<digest-2026-11-23@firm.example>');
    expect(read?.text).toContain(`\
Late

  Late Lovelace, <Ltd Co> (Nov 21, 7:00 AM)
    ada@analytical.example
    We would like to talk about a partnership.
  Review due: Sun, Nov 22, 2026, 7:00 AM EST
  Assigned to Grace.
`);
    expect(read?.text).toMatch(
      new RegExp(
        `Due before the next digest on Tuesday, November 24\\s+Today Lovelace[^]*Review due: Mon, Nov 23, 2026, 3:00 PM EST\\s+Unassigned`,
      ),
    );
    expect(read?.html).toContain('Late Lovelace, &lt;Ltd Co&gt;');
    for (const body of [read?.text, read?.html]) {
      expect(body).toContain(`https://firm.example/q/${today}`);
    }

    await loops.stop();
    setTime('2026-11-23T11:00:00.000-05:00');
    startLoops();
    // Today's reminder shows that the scheduler has run.
    await expect.poll(() => mails).toHaveLength(2);
    expect(newsOf(mails)[1]).toBe('Review due by Mon 3 PM. Unassigned. Today Lovelace');
  });

  it('names on Friday what falls due before the digest of Monday', async () => {
    // The clocks change on the Sunday between.
    const { mails, startLoops, submit, mark, setTime } = await setUpNotifications({
      at: Date.parse('2026-10-29T09:00:00.000-04:00'),
    });
    await submit({ firstName: 'Today' });
    const qualified = await submit({ firstName: 'Saturday' });
    await mark(qualified, { status: 'reviewed', qualified: true });
    setTime('2026-10-30T07:59:00.000-04:00');
    await submit({ firstName: 'Tomorrow' });
    setTime('2026-10-30T08:00:00.000-04:00');
    startLoops();
    await expect
      .poll(() => subjectsOf(mails))
      .toContain('Inquiries on Friday, October 30: 3 due by Monday morning');
    const digest = mails.find(({ read }) => read.subject?.startsWith('Inquiries'));
    expect(digest?.read.text).toMatch(
      /Due before the next digest on Monday, November 2\s+Today Lovelace[^]*Tomorrow Lovelace[^]*Saturday Lovelace[^]*Response due: Sat, Oct 31, 2026, 9:00 AM EDT/,
    );
    expect(digest?.read.html).toContain('Due before the next digest on Monday, November 2</h2>');
  });

  it('names before a holiday what falls due until the digest after it', async () => {
    const { mails, startLoops, submit, mark, setTime } = await setUpNotifications({
      at: Date.parse('2026-11-25T07:00:00.000-05:00'),
      holidays: ['2026-11-26'],
    });
    await mark(await submit(), { status: 'reviewed', qualified: true });
    setTime('2026-11-25T08:00:00.000-05:00');
    const loops = startLoops();
    const before = 'Inquiries on Wednesday, November 25: 1 due by Friday morning';
    await expect.poll(() => subjectsOf(mails)).toEqual([before]);
    await loops.stop();
    setTime('2026-11-25T12:00:00.000-05:00');
    await submit();
    setTime('2026-11-26T08:30:00.000-05:00');
    startLoops();
    // The reminder shows that the scheduler has run.
    const reminder = 'Ada Lovelace, Analytical Engines (Nov 25, 12:00 PM)';
    await expect.poll(() => subjectsOf(mails)).toEqual([before, reminder]);
  });

  it('comes first in a week even if nothing is due, and tells whom to ask if it is missing', async () => {
    const { mails, startLoops, submit, setTime } = await setUpNotifications({
      holidays: ['2026-11-30'],
    });
    const loops = startLoops();
    // Monday, and the Tuesday after a holiday on Monday.
    for (const day of ['2026-11-23', '2026-12-01']) {
      setTime(`${day}T08:00:00.000-05:00`);
      loops.wake();
      await expect.poll(() => mails.at(-1)?.read.messageId).toContain(day);
    }
    await submit();
    setTime('2026-12-02T08:30:00.000-05:00');
    loops.wake();
    const digests = () => mails.filter(({ read }) => read.subject?.startsWith('Inquiries'));
    await expect.poll(digests).toHaveLength(3);
    expect(subjectsOf(digests())).toEqual([
      'Inquiries on Monday, November 23: nothing is due',
      'Inquiries on Tuesday, December 1: nothing is due',
      'Inquiries on Wednesday, December 2: 1 late',
    ]);
    const note = 'If it does not, please tell Robin Hale (robin@firm.example).';
    const texts = digests().map(({ read }) => read.text?.includes(note));
    expect(texts).toEqual([true, true, false]);
    expect(mails[0]?.read.html).toContain(note);
  });

  it('is repeated for ESCALATE_TO alone while an inquiry is two business days late', async () => {
    const { mails, startLoops, submit, mark, setTime } = await setUpNotifications({
      at: Date.parse('2026-11-19T12:00:00.000-05:00'),
      holidays: ['2026-11-24'],
      mailOptions: { escalateTo: [{ name: 'Boss', address: 'boss@firm.example' }] },
    });
    const late = await submit();
    const loops = startLoops();
    const find = (id: string) => mails.find(({ read }) => read.messageId?.startsWith(`<${id}@`));
    const digestOn = async (day: string) => {
      setTime(`${day}T08:00:00.000-05:00`);
      loops.wake();
      await expect.poll(() => find(`digest-${day}`)).toBeDefined();
      return find(`digest-${day}`);
    };
    const team = ['team@firm.example'];
    const monday = await digestOn('2026-11-23');
    expect(monday?.to).toEqual(team);
    expect(monday?.read.subject).toContain(': 1 late');
    // Tuesday is a holiday.
    const wednesday = await digestOn('2026-11-25');
    expect(wednesday?.to).toEqual(team);
    await expect.poll(() => find('escalation-2026-11-25')).toBeDefined();
    const escalation = find('escalation-2026-11-25');
    expect(escalation?.to).toEqual(['boss@firm.example']);
    expect(escalation?.read.text).toMatch(/^You get this email because an inquiry is two/);
    expect(escalation?.read.subject).toContain(': 1 late');
    await submit();
    await mark(late, { status: 'declined' });
    const friday = await digestOn('2026-11-27');
    expect(friday?.to).toEqual(team);
    expect(friday?.read.subject).toContain(': 1 late');
    const escalations = mails.filter(({ read }) => read.messageId?.includes('escalation'));
    expect(escalations).toHaveLength(1);
  });

  it('is skipped if empty in the morning, and not sent later that day', async () => {
    const { mails, startLoops, submit, mark, states, setTime } = await setUpNotifications();
    await mark(await submit(), { status: 'declined' });
    setTime('2026-11-24T08:00:00.000-05:00');
    const loops = startLoops();
    await expect.poll(states).toEqual(['digest void']);

    // An hour later there is a reminder to send, and still no digest.
    setTime('2026-11-23T13:00:00.000-05:00');
    await submit();
    setTime('2026-11-24T09:00:00.000-05:00');
    loops.wake();
    await expect.poll(states).toEqual(['digest void', 'review-soon delivered']);
    expect(newsOf(mails)).toEqual(['Review due by Tue 1 PM. Unassigned. Ada Lovelace']);
  });

  it('is sent if it contains only failed deliveries, or only refused recipients', async () => {
    const { mails, store, startLoops, submit, mark, setTime } = await setUpNotifications();
    for (const destinations of [[webhook, inquirer], [webhook]] as const) {
      await mark(await submit({}, [...destinations]), { status: 'declined' });
    }
    await store.db.updateTable('deliveries').set({ state: 'failed' }).execute();
    setTime('2026-11-24T08:00:00.000-05:00');
    const loops = startLoops();
    await expect.poll(() => mails).toHaveLength(1);
    const failed = mails[0]?.read;
    expect(failed?.subject).toBe('Inquiries on Tuesday, November 24: 2 not delivered');
    expect(failed?.text).toContain(
      'Not delivered\n\n  To the webhook: 2\n  If it goes on, please tell Robin Hale (robin@firm.example).\n',
    );
    expect(failed?.html).toMatch(/>Not delivered<\/h2>\s*<p[^>]*>To the webhook: 2<br>/);

    await store.db.deleteFrom('deliveries').where('destination', '=', 'webhook').execute();
    await submit({}, [email]);
    await store.db
      .updateTable('deliveries')
      .set({ state: 'delivered', lastError: 'Refused recipients: 1' })
      .where('state', '=', 'waiting')
      .execute();
    setTime('2026-11-25T08:00:00.000-05:00');
    loops.wake();
    await expect.poll(() => mails.at(-1)?.read.subject).toMatch(/25: .*1 refused by some/);
    expect(mails.at(-1)?.read.text).toContain('the mail server refused for some of you: 1\n');
  });

  it('is skipped once its day is over', async () => {
    const { address, close } = await startMailServer();
    await close();
    const { store, startLoops, submit, setTime, states } = await setUpNotifications({
      at: Date.parse('2026-11-01T12:00:00.000Z'),
      mailServer: address,
    });
    await submit();
    setTime(monday);
    const loops = startLoops();
    await expect
      .poll(async () => (await listDeliveries(store))[0])
      .toMatchObject({ kind: 'digest', about: '2026-11-23', lastError: 'ECONNREFUSED' });
    const { mails } = await startMailServer({}, address.port);
    setTime('2026-11-24T07:00:00.000-05:00');
    loops.wake();
    await expect.poll(states).toEqual(['digest void']);
    expect(mails).toEqual([]);
  });
});
