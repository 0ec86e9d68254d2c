import { describe, expect, it } from 'vitest';
import { type ReceivedMail, type ReceivedWebhook, setUpTeam } from '../fixtures/simulated-team.ts';

const ann = 'ann@firm.example';
const ben = 'ben@firm.example';
const kim = 'kim@firm.example';

/** Plays the week, with the steps of the team and of the inquirers in order. */
async function playWeek() {
  const team = await setUpTeam({
    // The day before Thanksgiving. In UTC, it is Thursday already.
    from: '2026-11-25T21:40',
    team: `Ann Alder <${ann}>, Ben Birch <${ben}>`,
    escalateTo: kim,
    holidays: ['2026-11-26'],
  });
  const { waitUntil, writeInquiry, findLink, confirm, run, refuse, accept } = team;

  // On Wednesday evening, two inquiries arrive. The second inquirer's address is refused.
  refuse('bea@bea.example', '550 5.1.1 Unknown');
  const ada = await writeInquiry('Ada');
  await waitUntil('2026-11-25T21:50');
  const bea = await writeInquiry('Bea');

  // On Thursday, a holiday, the operator sends her acknowledgement again. At night, a third inquiry arrives.
  await waitUntil('2026-11-26T11:00');
  accept('bea@bea.example');
  await run('redeliver', bea);
  await waitUntil('2026-11-26T20:30');
  const cyd = await writeInquiry('Cyd');

  // On Friday at six, Ben's mailbox is full, for a day.
  await waitUntil('2026-11-27T06:00');
  refuse(ben, '452 4.2.2 Full');
  await waitUntil('2026-11-27T06:30');
  const dan = await writeInquiry('Dan');

  // After the digest, Ann confirms a link twice, and runs the command.
  await waitUntil('2026-11-27T09:00');
  const qualifyAda = findLink(ann, 'digest', ada, 'qualify');
  for (let press = 0; press < 2; press += 1)
    await confirm(qualifyAda, { by: 'Ann', note: 'Fits.' });
  await waitUntil('2026-11-27T09:30');
  await run('assign', bea, '--to', 'Ben Birch', '--by', 'Ann');

  // Two inquiries are suspected spam.
  await waitUntil('2026-11-27T10:00');
  const eve = await writeInquiry('Eve', { company: 'www.eve.example' });
  await writeInquiry('Fay', { company: 'www.fay.example' });

  // The webhook fails for two hours, in which an inquiry changes twice.
  await waitUntil('2026-11-27T13:00');
  team.failWebhook(true);
  await confirm(findLink(ann, 'received', dan, 'assign'), { by: 'Ann', assignee: 'Ben Birch' });
  await waitUntil('2026-11-27T13:10');
  await run('mark', dan, 'reviewed', '--qualified', '--by', 'Ann');
  await waitUntil('2026-11-27T15:00');
  team.failWebhook(false);

  // At night there is a flood, in two waves.
  await waitUntil('2026-11-27T22:00');
  const flood: string[] = [];
  for (const name of floodNames.slice(0, 32)) flood.push(await writeInquiry(name));
  await waitUntil('2026-11-27T22:20');
  for (const name of floodNames.slice(32)) flood.push(await writeInquiry(name));

  // On Saturday at six, Ben's mailbox has room again. At noon, he declines an inquiry, and Ann reopens it.
  await waitUntil('2026-11-28T06:00');
  accept(ben);
  await waitUntil('2026-11-28T12:00');
  await run('mark', ...flood, 'spam', '--by', 'Ann');
  await confirm(findLink(ben, 'received', cyd, 'decline'), { by: 'Ben' });
  await waitUntil('2026-11-28T12:30');
  await confirm(findLink(ann, 'changed', cyd, 'reopen'), { by: 'Ann' });

  // On Sunday two inquiries arrive, the second at a time that is Monday in UTC.
  await waitUntil('2026-11-29T13:00');
  const gus = await writeInquiry('Gus');
  await waitUntil('2026-11-29T23:45');
  const hal = await writeInquiry('Hal');

  // On Monday, each of them judges one of the suspected inquiries, and Ann answers the late ones.
  await waitUntil('2026-11-30T08:30');
  await confirm(findLink(ben, 'received', eve, 'not-spam'), { by: 'Ben' });
  await waitUntil('2026-11-30T09:00');
  await confirm(findLink(ann, 'digest', 'until-', 'spam-many'), { by: 'Ann' });
  await waitUntil('2026-11-30T10:00');
  await run('mark', bea, cyd, 'declined', '--by', 'Ann');
  await run('mark', ada, dan, 'responded', '--by', 'Ann');
  await run('mark', eve, 'reviewed', '--not-qualified', '--by', 'Ann');
  await waitUntil('2026-11-30T15:00');
  await confirm(findLink(ben, 'review-late', gus, 'qualify'), { by: 'Ben' });
  await run('assign', hal, '--to', 'Ann Alder', '--by', 'Ben');

  // On Tuesday, an inquirer asks to be forgotten. In the afternoon, Ben's address is refused for good.
  await waitUntil('2026-12-01T11:00');
  await run('delete', '--email', 'fay@fay.example', '--force');
  await waitUntil('2026-12-01T14:00');
  refuse(ben, '550 5.1.1 Unknown');
  await writeInquiry('Ivy');
  await waitUntil('2026-12-01T14:30');
  await run('mark', hal, 'reviewed', '--not-qualified', '--by', 'Ann');
  await waitUntil('2026-12-01T16:00');
  accept(ben);
  await waitUntil('2026-12-02T12:00');

  return { ...team, undelivered: await team.readUndelivered() };
}

const floodNames = Array.from({ length: 34 }, (_, index) => `Flood${index + 1}`);
/** Those of which each person gets an e-mail. */
const mailedFlood = floodNames.slice(0, 30);

let week: ReturnType<typeof playWeek> | undefined;
/** Plays the week once for all tests. */
const getWeek = () => (week ??= playWeek());

/** Describes an e-mail in a line; a digest with those whom it lists, in alphabetical order. */
function describeMail({ at, kind, subject, news, text }: ReceivedMail): string {
  const [, name] = /^Inquiry: (\w+) /.exec(subject) ?? [];
  if (name) return `${at}  ${kind} ${name}: ${news}`;
  const listed = [...text.matchAll(/^ +(\w+) Lovelace, /gm)].map(([, listedName]) => listedName);
  return `${at}  ${kind} ${subject.replace('Inquiries on ', '')} (${listed.sort().join(' ')})`;
}

/** Describes a message of the webhook in a line, with the state of its inquiry. */
function describeWebhook({ at, body }: ReceivedWebhook, names: Map<string, string>): string {
  const { id, status, qualified, assignee } = body.data;
  const judgment = qualified === undefined ? undefined : `qualified=${qualified}`;
  const state = [status, judgment, assignee].filter((part) => part !== undefined && part !== null);
  const name = names.get(id) ?? id;
  return `${at}  ${body.type} ${name}${state.length > 0 ? `: ${state.join(', ')}` : ''}`;
}

/** Returns the e-mails that a person has, in the order of their arrival. */
async function readInbox(address: string): Promise<ReceivedMail[]> {
  const { mails } = await getWeek();
  return mails.filter(({ to }) => to.includes(address));
}

/** Returns the Message-IDs of a person's e-mails, with names in place of ids. */
async function readMessageIds(address: string): Promise<string[]> {
  const { names } = await getWeek();
  const inbox = await readInbox(address);
  return inbox.map(({ messageId }) => {
    const [, inquiryId = ''] = /-([\da-f-]{36})@/.exec(messageId) ?? [];
    return messageId.replace(inquiryId, names.get(inquiryId) ?? inquiryId);
  });
}

/** `msg-id` of RFC 5322, 3.6.4, without the obsolete forms. */
const atom = String.raw`[\w!#$%&'*+/=?^\`{|}~-]+`;
const dotAtom = String.raw`${atom}(?:\.${atom})*`;
const messageIdForm = new RegExp(`^<${dotAtom}@${dotAtom}>$`);

describe('in a week with a holiday', { timeout: 300_000 }, () => {
  it('Ann, whose mailbox is fine, gets each e-mail once and in time', async () => {
    expect((await readInbox(ann)).map(describeMail)).toEqual([
      'Wed 9:40 PM  received Ada: Review due by Thu 9:40 PM.',
      'Wed 9:50 PM  received Bea: Review due by Thu 9:50 PM.',
      'Wed 9:55 PM  not-acknowledged Bea: The acknowledgement could not be delivered: the address may be wrong. Review due by Thu 9:50 PM.',
      'Thu 8:30 PM  received Cyd: Review due by Fri 8:30 PM.',
      'Fri 6:30 AM  received Dan: Review due by Sat 6:30 AM.',
      'Fri 8:00 AM  digest Friday, November 27: 2 late, 1 due today, 1 due by Monday morning, 1 not delivered to some of you (Ada Bea Cyd Dan)',
      'Fri 9:00 AM  changed Ada: Reviewed, qualified. Response due by Fri 9:40 PM. Unassigned.',
      'Fri 9:30 AM  changed Bea: Assigned to Ben Birch. Review was due Thu 9:50 PM.',
      'Fri 10:00 AM  received Eve: Suspected spam: link in the company. Review due by Sat 10 AM.',
      'Fri 10:00 AM  received Fay: Suspected spam: link in the company. Review due by Sat 10 AM.',
      'Fri 1:00 PM  changed Dan: Assigned to Ben Birch. Review due by Sat 6:30 AM.',
      'Fri 1:10 PM  changed Dan: Reviewed, qualified. Response due by Sun 6:30 AM. Assigned to Ben Birch.',
      'Fri 4:30 PM  review-soon Cyd: Reminder: Review due by Fri 8:30 PM. Unassigned.',
      'Fri 5:00 PM  response-soon Ada: Reminder: Response due by Fri 9:40 PM. Unassigned.',
      ...mailedFlood.map((name) => `Fri 10:00 PM  received ${name}: Review due by Sat 10 PM.`),
      'Fri 10:15 PM  flood-digest Friday, November 27: 2 new, 3 late, 33 due by Monday morning, 1 not delivered, 8 not delivered to some of you, 2 suspected spam (Flood31 Flood32)',
      'Fri 10:35 PM  flood-digest Friday, November 27: 2 new, 3 late, 35 due by Monday morning, 1 not delivered, 8 not delivered to some of you, 2 suspected spam (Flood33 Flood34)',
      'Sat 12:00 PM  changed Cyd: Declined. Nothing is due.',
      'Sat 12:30 PM  changed Cyd: New. Review was due Fri 8:30 PM. Unassigned.',
      'Sun 1:00 PM  received Gus: Review due by Mon 1 PM.',
      'Sun 11:45 PM  received Hal: Review due by Mon 11:45 PM.',
      'Mon 8:00 AM  digest Monday, November 30: 4 late, 2 due today, 2 suspected spam (Ada Bea Cyd Dan Eve Fay Gus Hal)',
      'Mon 8:30 AM  changed Eve: New. Review was due Sat 10 AM. Unassigned.',
      'Mon 9:00 AM  review-soon Gus: Reminder: Review due by Mon 1 PM. Unassigned.',
      'Mon 10:00 AM  changed Bea: Declined. Nothing is due.',
      'Mon 10:00 AM  changed Cyd: Declined. Nothing is due.',
      'Mon 10:00 AM  changed Ada: Responded, qualified. Nothing is due.',
      'Mon 10:00 AM  changed Dan: Responded, qualified. Nothing is due.',
      'Mon 10:00 AM  changed Eve: Reviewed, not qualified. Nothing is due.',
      'Mon 1:05 PM  review-late Gus: Reminder: Review was due Mon 1 PM. Unassigned.',
      'Mon 3:00 PM  changed Gus: Reviewed, qualified. Response due by Tue 1 PM. Unassigned.',
      'Mon 3:00 PM  changed Hal: Assigned to Ann Alder. Review due by Mon 11:45 PM.',
      'Mon 5:00 PM  review-soon Hal: Reminder: Review due by Mon 11:45 PM. Assigned to Ann Alder.',
      'Tue 8:00 AM  digest Tuesday, December 1: 1 late, 1 due today, 1 marked as spam (Fay Gus Hal)',
      'Tue 9:00 AM  response-soon Gus: Reminder: Response due by Tue 1 PM. Unassigned.',
      'Tue 1:05 PM  response-late Gus: Reminder: Response was due Tue 1 PM. Unassigned.',
      'Tue 2:00 PM  received Ivy: Review due by Wed 2 PM.',
      'Tue 2:30 PM  changed Hal: Reviewed, not qualified. Nothing is due.',
      'Wed 8:00 AM  digest Wednesday, December 2: 1 late, 1 due today, 2 emails did not reach some of you (Gus Ivy)',
      'Wed 10:00 AM  review-soon Ivy: Reminder: Review due by Wed 2 PM. Unassigned.',
    ]);
  });

  it('Ben, whose mailbox is full on Friday, gets on Saturday what is still true, as it is then', async () => {
    expect((await readInbox(ben)).map(describeMail)).toEqual([
      'Wed 9:40 PM  received Ada: Review due by Thu 9:40 PM.',
      'Wed 9:50 PM  received Bea: Review due by Thu 9:50 PM.',
      'Wed 9:55 PM  not-acknowledged Bea: The acknowledgement could not be delivered: the address may be wrong. Review due by Thu 9:50 PM.',
      'Thu 8:30 PM  received Cyd: Review due by Fri 8:30 PM.',
      'Sat 6:05 AM  changed Ada: Reviewed, qualified. Response was due Fri 9:40 PM. Unassigned.',
      'Sat 6:05 AM  received Eve: Suspected spam: link in the company. Review due by Sat 10 AM.',
      'Sat 6:05 AM  received Fay: Suspected spam: link in the company. Review due by Sat 10 AM.',
      'Sat 6:05 AM  changed Dan: Earlier change: Assigned to Ben Birch. Now: Reviewed, qualified. Response due by Sun 6:30 AM. Assigned to Ben Birch.',
      'Sat 6:05 AM  response-soon Dan: Reminder: Response due by Sun 6:30 AM. Assigned to Ben Birch.',
      ...mailedFlood.map((name) => `Sat 6:05 AM  received ${name}: Review due by Sat 10 PM.`),
      'Sat 6:15 AM  changed Dan: Reviewed, qualified. Response due by Sun 6:30 AM. Assigned to Ben Birch.',
      'Sat 6:20 AM  flood-digest Saturday, November 28: 2 new, 3 late, 34 due today, 1 due by Monday morning, 3 not delivered to some of you, 2 suspected spam (Flood31 Flood32)',
      'Sat 6:35 AM  received Dan: Reviewed, qualified. Response due by Sun 6:30 AM. Assigned to Ben Birch.',
      'Sat 6:35 AM  changed Bea: Assigned to Ben Birch. Review was due Thu 9:50 PM.',
      'Sat 6:40 AM  flood-digest Saturday, November 28: 2 new, 3 late, 34 due today, 1 due by Monday morning, 2 suspected spam (Flood33 Flood34)',
      'Sat 12:00 PM  changed Cyd: Declined. Nothing is due.',
      'Sat 12:30 PM  changed Cyd: New. Review was due Fri 8:30 PM. Unassigned.',
      'Sun 1:00 PM  received Gus: Review due by Mon 1 PM.',
      'Sun 11:45 PM  received Hal: Review due by Mon 11:45 PM.',
      'Mon 8:00 AM  digest Monday, November 30: 4 late, 2 due today, 2 suspected spam (Ada Bea Cyd Dan Eve Fay Gus Hal)',
      'Mon 8:30 AM  changed Eve: New. Review was due Sat 10 AM. Unassigned.',
      'Mon 9:00 AM  review-soon Gus: Reminder: Review due by Mon 1 PM. Unassigned.',
      'Mon 10:00 AM  changed Bea: Declined. Nothing is due.',
      'Mon 10:00 AM  changed Cyd: Declined. Nothing is due.',
      'Mon 10:00 AM  changed Ada: Responded, qualified. Nothing is due.',
      'Mon 10:00 AM  changed Dan: Responded, qualified. Nothing is due.',
      'Mon 10:00 AM  changed Eve: Reviewed, not qualified. Nothing is due.',
      'Mon 1:05 PM  review-late Gus: Reminder: Review was due Mon 1 PM. Unassigned.',
      'Mon 3:00 PM  changed Gus: Reviewed, qualified. Response due by Tue 1 PM. Unassigned.',
      'Mon 3:00 PM  changed Hal: Assigned to Ann Alder. Review due by Mon 11:45 PM.',
      'Tue 8:00 AM  digest Tuesday, December 1: 1 late, 1 due today, 1 marked as spam (Fay Gus Hal)',
      'Tue 9:00 AM  response-soon Gus: Reminder: Response due by Tue 1 PM. Unassigned.',
      'Tue 1:05 PM  response-late Gus: Reminder: Response was due Tue 1 PM. Unassigned.',
      'Wed 8:00 AM  digest Wednesday, December 2: 1 late, 1 due today, 2 emails did not reach some of you (Gus Ivy)',
      'Wed 10:00 AM  review-soon Ivy: Reminder: Review due by Wed 2 PM. Unassigned.',
    ]);
  });

  it('Kim, to whom late inquiries are escalated, gets the digest of one day, without links', async () => {
    const inbox = await readInbox(kim);
    expect(inbox.map(({ news }) => news)).toEqual([
      'You get this email because an inquiry is two business days late: Bea Lovelace, Bea & Co (Nov 25, 9:50 PM). 4 late, 2 due today, 2 suspected spam.',
    ]);
    expect(inbox.map(describeMail)).toEqual([
      'Mon 8:00 AM  escalation Escalation on Monday, November 30: 4 late, 2 due today, 2 suspected spam (Ada Bea Cyd Dan Eve Fay Gus Hal)',
    ]);
    expect(inbox.flatMap(({ links }) => links)).toEqual([]);
  });

  it('each inquirer who is no suspected spam gets one acknowledgement, Bea once her address is taken', async () => {
    const { mails } = await getWeek();
    const acknowledgements = mails.filter(({ kind }) => kind === 'acknowledgement');
    expect(acknowledgements.map(({ at, to }) => `${at}  ${to.join(' ')}`)).toEqual([
      'Wed 9:40 PM  ada@ada.example',
      'Thu 11:00 AM  bea@bea.example',
      'Thu 8:30 PM  cyd@cyd.example',
      'Fri 6:30 AM  dan@dan.example',
      ...floodNames.map((name, index) => {
        const address = `${name}@${name}.example`.toLowerCase();
        return `${index < 32 ? 'Fri 10:00 PM' : 'Fri 10:20 PM'}  ${address}`;
      }),
      'Sun 1:00 PM  gus@gus.example',
      'Sun 11:45 PM  hal@hal.example',
      'Tue 2:00 PM  ivy@ivy.example',
    ]);
    expect(new Set(acknowledgements.map(({ messageId }) => messageId)).size).toBe(41);
  });

  it('the webhook gets each event once, and changes of an inquiry in order though it failed', async () => {
    const { webhooks, names } = await getWeek();
    expect(webhooks.map((webhook) => describeWebhook(webhook, names))).toEqual([
      'Wed 9:40 PM  inquiry.received Ada',
      'Wed 9:50 PM  inquiry.received Bea',
      'Thu 8:30 PM  inquiry.received Cyd',
      'Fri 6:30 AM  inquiry.received Dan',
      'Fri 9:00 AM  inquiry.updated Ada: reviewed, qualified=true',
      'Fri 9:30 AM  inquiry.updated Bea: new, Ben Birch',
      'Fri 10:00 AM  inquiry.received Eve',
      'Fri 10:00 AM  inquiry.received Fay',
      'Fri 3:05 PM  inquiry.updated Dan: new, Ben Birch',
      'Fri 3:05 PM  inquiry.updated Dan: reviewed, qualified=true, Ben Birch',
      ...floodNames.map((name, index) => {
        const at = index < 32 ? 'Fri 10:00 PM' : 'Fri 10:20 PM';
        return `${at}  inquiry.received ${name}`;
      }),
      ...floodNames.map((name) => `Sat 12:00 PM  inquiry.updated ${name}: spam`),
      'Sat 12:00 PM  inquiry.updated Cyd: declined',
      'Sat 12:30 PM  inquiry.updated Cyd: new',
      'Sun 1:00 PM  inquiry.received Gus',
      'Sun 11:45 PM  inquiry.received Hal',
      'Mon 8:30 AM  inquiry.updated Eve: new',
      'Mon 9:00 AM  inquiry.updated Fay: spam',
      'Mon 10:00 AM  inquiry.updated Bea: declined, Ben Birch',
      'Mon 10:00 AM  inquiry.updated Cyd: declined',
      'Mon 10:00 AM  inquiry.updated Ada: responded, qualified=true',
      'Mon 10:00 AM  inquiry.updated Dan: responded, qualified=true, Ben Birch',
      'Mon 10:00 AM  inquiry.updated Eve: reviewed, qualified=false',
      'Mon 3:00 PM  inquiry.updated Gus: reviewed, qualified=true',
      'Mon 3:00 PM  inquiry.updated Hal: new, Ann Alder',
      // An attempt that is in progress has 15 s to end before an inquiry is told to be deleted.
      'Tue 11:05 AM  inquiry.deleted Fay',
      'Tue 2:00 PM  inquiry.received Ivy',
      'Tue 2:30 PM  inquiry.updated Hal: reviewed, qualified=false, Ann Alder',
    ]);
    expect(new Set(webhooks.map(({ id }) => id)).size).toBe(webhooks.length);
  });

  it('each person is told of each inquiry by name, except of one that was deleted', async () => {
    const { names } = await getWeek();
    for (const address of [ann, ben]) {
      const inbox = await readInbox(address);
      const isNamed = (name: string) =>
        inbox.some(({ text }) => new RegExp(`\\b${name} Lovelace\\b`).test(text));
      expect(
        [...names.values()].filter((name) => !isNamed(name)),
        address,
      ).toEqual([]);
    }
  });

  it.each([
    ['Ann', ann],
    ['Ben', ben],
  ])('%s is told once of the e-mails that the mail server refused for good', async (_, address) => {
    const inbox = await readInbox(address);
    const isTold = ({ text }: ReceivedMail) => text.includes('did not reach some of you: the mail');
    expect(inbox.filter(isTold).map(({ at, kind }) => `${at}  ${kind}`)).toEqual([
      'Wed 8:00 AM  digest',
    ]);
  });

  it('the first digest of a week has the figures of the last one, in the firm’s time zone', async () => {
    const inbox = await readInbox(ann);
    const figures = inbox.flatMap(({ at, text }) =>
      text
        .split('\n')
        .filter((line) => line.startsWith('Last week: '))
        .map((line) => `${at}  ${line}`),
    );
    expect(figures).toEqual([
      'Mon 8:00 AM  Last week: 6 inquiries, 25% reviewed within 24 hours, 0% answered within 48 hours. 4 late ones fell due while the office was closed.',
    ]);
  });

  it('both have the same e-mails, once, except what was for one, obsolete or refused', async () => {
    const [annsIds, bensIds] = [await readMessageIds(ann), await readMessageIds(ben)];
    expect(new Set(annsIds).size).toBe(annsIds.length);
    expect(new Set(bensIds).size).toBe(bensIds.length);
    expect(annsIds.filter((id) => !bensIds.includes(id))).toEqual([
      '<digest-2026-11-27@firm.example>',
      '<review-soon-Cyd@firm.example>',
      '<response-soon-Ada@firm.example>',
      '<review-soon-Hal@firm.example>',
      '<received-Ivy@firm.example>',
      '<updated-2-Hal@firm.example>',
    ]);
    expect(bensIds.filter((id) => !annsIds.includes(id))).toEqual([
      '<response-soon-Dan@firm.example>',
    ]);
  });

  it('each e-mail has a Message-ID by RFC 5322, and the time of its arrival', async () => {
    const { mails } = await getWeek();
    for (const { kind, messageId } of mails) expect(messageId, kind).toMatch(messageIdForm);
    expect(mails.filter(({ at, date }) => at !== date)).toEqual([]);
  });

  it('e-mails about an inquiry are one thread with one subject, digests are none', async () => {
    const { mails, names } = await getWeek();
    for (const [id, name] of names) {
      const root = `<inquiry-${id}@firm.example>`;
      const thread = mails.filter(({ subject }) => subject.startsWith(`Inquiry: ${name} `));
      expect(new Set(thread.map(({ subject }) => subject)).size).toBeLessThanOrEqual(1);
      for (const { kind, references, inReplyTo } of thread) {
        const parent = kind === 'received' ? undefined : root;
        expect({ references, inReplyTo }, `${kind} ${name}`).toEqual({
          references: root,
          inReplyTo: parent,
        });
      }
    }
    const digests = mails.filter(({ kind }) => /digest|escalation/.test(kind));
    const isReply = ({ references, inReplyTo }: ReceivedMail) => references || inReplyTo;
    expect(digests.filter(isReply)).toEqual([]);
  });

  it('each e-mail to Ann and Ben has links, which open pages that change an inquiry', async () => {
    const { mails, brokenLinks } = await getWeek();
    expect(brokenLinks).toEqual([]);
    const toTeam = mails.filter(({ to }) => to.includes(ann) || to.includes(ben));
    expect(toTeam.filter(({ links }) => links.length === 0)).toEqual([]);
  });

  it('nothing is left to deliver', async () => {
    expect((await getWeek()).undelivered).toEqual([]);
  });
});
