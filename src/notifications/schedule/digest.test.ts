import { describe, expect, it } from 'vitest';
import { email } from '../../../tests/fixtures/destinations.ts';
import { newsOf, setUpNotifications } from '../../../tests/fixtures/notification-fixture.ts';

describe('the digest', () => {
  it('is sent to the team once on a business morning, across restarts', async () => {
    const { mails, startLoops, submit, setTime } = await setUpNotifications();
    await submit({ firstName: 'Late' });
    setTime('2026-11-22T15:00:00.000-05:00');
    await submit({ firstName: 'Today' });
    setTime('2026-11-23T08:00:00.000-05:00');
    const loops = startLoops();
    await expect.poll(() => mails).toHaveLength(1);
    expect(mails[0]?.to).toEqual(['team@firm.example']);
    expect(mails[0]?.read.messageId).toBe('<digest-2026-11-23@firm.example>');
    await loops.stop();
    setTime('2026-11-23T11:00:00.000-05:00');
    startLoops();
    // Today's reminder shows that the scheduler has run.
    await expect.poll(() => mails).toHaveLength(2);
    expect(newsOf(mails)).toEqual([
      '1 late, 1 due by Tuesday morning. Inquiries on Monday, November 23',
      'Review due by Mon 3 PM. Unassigned. Today Lovelace',
    ]);
  });

  it('comes first in a week even if nothing is due, but not on a holiday', async () => {
    const { mails, startLoops, submit, mark, setTime } = await setUpNotifications({
      holidays: ['2026-11-30'],
    });
    const loops = startLoops();
    const expectAt = async (time: string, subject: string) => {
      setTime(`${time}:00.000-05:00`);
      loops.wake();
      await expect.poll(() => mails.at(-1)?.read.subject).toBe(subject);
    };
    await expectAt('2026-11-23T08:00', 'Inquiries on Monday, November 23: nothing is due');
    setTime('2026-11-30T08:00:00.000-05:00');
    const id = await submit({}, [email]);
    await expectAt(
      '2026-11-30T08:00',
      'Inquiry: Ada Lovelace, Analytical Engines (Nov 30, 8:00 AM)',
    );
    await mark(id, { status: 'responded' });
    await expectAt('2026-12-01T08:00', 'Inquiries on Tuesday, December 1: nothing is due');
    await submit();
    await expectAt('2026-12-02T08:30', 'Inquiries on Wednesday, December 2: 1 late');
    expect(mails).toHaveLength(5);
  });

  it('is repeated for ESCALATE_TO alone while an inquiry is two business days late', async () => {
    const { mails, startLoops, submit, mark, setTime } = await setUpNotifications({
      at: Date.parse('2026-11-19T12:00:00.000-05:00'),
      holidays: ['2026-11-24'],
      mailOptions: { escalateTo: [{ name: 'Boss', address: 'boss@firm.example' }] },
    });
    const late = await submit();
    const loops = startLoops();
    const sent = () =>
      mails
        .map(({ to, read }) => `${read.messageId?.split('@')[0]} to ${to.join()}`)
        .filter((mail) => /digest|escalation/.test(mail))
        .sort();
    const sendOn = async (day: string, count: number) => {
      setTime(`${day}T08:00:00.000-05:00`);
      loops.wake();
      await expect.poll(sent).toHaveLength(count);
    };
    await sendOn('2026-11-23', 1);
    // Tuesday is a holiday.
    await sendOn('2026-11-25', 3);
    await submit();
    await mark(late, { status: 'declined' });
    await sendOn('2026-11-27', 4);
    expect(sent()).toEqual([
      '<digest-2026-11-23 to team@firm.example',
      '<digest-2026-11-25 to team@firm.example',
      '<digest-2026-11-27 to team@firm.example',
      '<escalation-2026-11-25 to boss@firm.example',
    ]);
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
});
