import { expect, it } from 'vitest';
import { email, inquirer } from '../../../tests/fixtures/destinations.ts';
import { startMailServer } from '../../../tests/fixtures/mail-server.ts';
import {
  hour,
  sampleMailOptions,
  setUpNotifications,
} from '../../../tests/fixtures/notification-fixture.ts';

/**
 * `msg-id` of RFC 5322, 3.6.4, without the obsolete forms: a colon needs quotes, which it lacks.
 */
const atom = String.raw`[\w!#$%&'*+/=?^\`{|}~-]+`;
const dotAtom = String.raw`${atom}(?:\.${atom})*`;
const messageIdForm = new RegExp(`^<${dotAtom}@${dotAtom}>$`);

it('the Message-ID of each kind of e-mail is one by RFC 5322', async () => {
  const inquirers = await startMailServer();
  const boss = { name: '', address: 'boss@firm.example' };
  const { mails, submit, mark, assign, tick, tickAfter, tickAt } = await setUpNotifications({
    // A Tuesday afternoon, so that reminders come after the time of digests.
    at: Date.parse('2026-11-17T21:00:00.000Z'),
    inquirerMailServer: inquirers.address,
    mailOptions: { ...sampleMailOptions, escalateTo: [boss] },
  });
  const id = await submit({}, [email, inquirer]);
  await tickAfter(21 * hour);
  await tickAfter(4 * hour);
  await assign(id, 'Grace', [email]);
  await mark(id, { status: 'reviewed', qualified: true }, [email]);
  await tickAfter(19 * hour);
  await tickAfter(4 * hour);
  for (let nth = 0; nth < 31; nth += 1) await submit({ email: `${nth}@one.example` }, [email]);
  await tick();
  await tickAfter(hour / 2);
  await tickAt('2026-11-23T14:00:00.000Z');

  const sent = [...mails, ...inquirers.mails].map(({ source, read }) => ({
    kind: /^X-Inquiries-Event: (.*?)\r$/m.exec(source)?.[1],
    messageId: read.messageId,
  }));
  expect([...new Set(sent.map(({ kind }) => kind))].sort()).toEqual([
    'acknowledgement',
    'changed',
    'digest',
    'escalation',
    'flood-digest',
    'received',
    'response-late',
    'response-soon',
    'review-late',
    'review-soon',
  ]);
  for (const { kind, messageId } of sent) expect(messageId, kind).toMatch(messageIdForm);
});
