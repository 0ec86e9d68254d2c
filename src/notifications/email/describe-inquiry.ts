import { type Deadline, isLate } from '../../inquiry/deadlines.ts';
import { formatBriefly, formatMinute, formatTime } from '../../inquiry/format-time.ts';
import { fields, personas, timelines } from '../../inquiry/inquiry.ts';
import { findRefusal } from '../../inquiry/link-actions.ts';
import { stripControlChars } from '../../inquiry/normalize-text.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import type { Mail, MailContext } from '../messages/message.ts';
import {
  type ActionLink,
  type Block,
  type Line,
  type Link,
  paragraph,
  toMailto,
} from './render-mail.ts';

/** Shortens a text for the preview in a mailbox's list. */
export const toExcerpt = (text: string, length = 140) =>
  [...stripControlChars(text)].slice(0, length).join('');

/** Tells who is responsible for an inquiry. */
export const describeAssignee = ({ assignee }: StoredInquiry) =>
  assignee ? `Assigned to ${stripControlChars(assignee)}.` : 'Unassigned.';

/** Tells until when to act. */
export const dueLine = (due: Deadline, timeZone: string): Line => ({
  label: `${dueLabels[due.kind]} due`,
  value: formatTime(timeZone, Date.parse(due.at)),
});

/**
 * The subject is the same in all mails about an inquiry, or Gmail would split their thread. It has the
 * time of arrival, since clients also join threads by subject: a person may write twice.
 */
export function mailAbout(
  inquiry: StoredInquiry,
  due: Deadline | undefined,
  blocks: Block[],
  context: MailContext,
  links?: ActionLink[],
): Mail {
  const { timeZone, now, getLinks } = context;
  const name = nameInquirer(inquiry);
  const allowed: Link[] = selectLinks(links ?? getLinks(inquiry.id), inquiry, due?.kind);
  const mail = {
    thread: inquiry.id,
    subject: `Inquiry: ${nameInquiry(inquiry, timeZone)}`,
    ...(due ? describeDue(inquiry, due, timeZone, now) : { news: 'Nothing is due.' }),
    heading: name,
  };
  // A change has a note that is for the team, and an address of other characters breaks the header.
  if (context.replyTo === 'inquirer' && !links && hasAsciiName(inquiry.email)) {
    // A reply quotes the links.
    const warning = allowed.length
      ? ' Delete what stands above first: its links work for 30 days without signing in.'
      : '';
    const note = `Replying? The reply goes to the inquirer.${warning}`;
    return {
      ...mail,
      replyTo: { name, address: inquiry.email },
      blocks: [...blocks, ...listLinks(allowed), { notes: [note] }],
    };
  }
  if (!links && inquiry.status !== 'spam') {
    const write = { label: `Write to ${inquiry.firstName}`, url: writeUrl(inquiry, context) };
    allowed.splice(inquiry.suspectedSpam ? allowed.length : 0, 0, write);
  }
  const note = 'A reply to this email goes to your team.';
  return { ...mail, blocks: [...blocks, { notes: [note] }, ...listLinks(allowed)] };
}

const listLinks = (links: Link[]) => (links.length ? [{ links }] : []);

/** Tells if a header can contain the address: its domain has an ASCII form, the part before it has none. */
export const hasAsciiName = (address: string) => /^\p{ASCII}*@/u.test(address);

const nameInquirer = ({ firstName, lastName }: StoredInquiry) =>
  stripControlChars(`${firstName} ${lastName}`);

/** Returns the address of a letter to the inquirer, with a copy to the team; short enough for all clients. */
function writeUrl(inquiry: StoredInquiry, { firm, team }: MailContext) {
  const lines = inquiry.message.split('\n').filter((line) => line.trim());
  const quoted = lines.slice(0, 3).map((line) => `> ${toExcerpt(line, 50)}\r\n`);
  const fields = {
    subject: `Re: ${firm.mails.subject}`,
    cc: team.map(({ address }) => address).join(','),
    body: `\r\n\r\n${nameInquirer(inquiry)} wrote:\r\n${quoted.join('')}`,
  };
  const query = Object.entries(fields).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `${toMailto(inquiry.email)}?${query.join('&')}`;
}

/** Names an inquiry like the subject of its conversation. */
export const nameInquiry = (inquiry: StoredInquiry, timeZone: string): string => {
  const { firstName, lastName, company, receivedAt } = inquiry;
  const received = formatMinute(timeZone, Date.parse(receivedAt));
  return stripControlChars(`${firstName} ${lastName}, ${company} (${received})`);
};

/** Labels of deadlines in e-mails to the team. */
export const dueLabels: Record<Deadline['kind'], string> = {
  review: 'Review',
  response: 'Response',
};

/** Tells why an inquiry is suspected, if it is. */
export const describeSuspicion = ({ suspectedSpam }: StoredInquiry): string[] =>
  suspectedSpam ? [`Suspected spam: ${suspectedSpam}.`] : [];

/** Selects the actions that the inquiry's status allows, the likeliest first. */
export function selectLinks(
  links: ActionLink[],
  inquiry: StoredInquiry,
  due?: Deadline['kind'],
): ActionLink[] {
  const responding = due === 'response' ? ['respond'] : [];
  const likeliest = inquiry.suspectedSpam ? ['not-spam', 'spam'] : responding;
  const allowed = links.filter(({ action }) => !findRefusal(action, inquiry));
  return [
    ...likeliest.flatMap((action) => allowed.filter((link) => link.action === action)),
    ...allowed.filter(({ action }) => !likeliest.includes(action)),
  ];
}

/** Tells until when to act, such as "Review due by Tue 4 PM." */
function describeDue(inquiry: StoredInquiry, due: Deadline, timeZone: string, now: number) {
  const time = formatBriefly(timeZone, Date.parse(due.at), now);
  const isUrgent = isLate(due, now);
  const label = dueLabels[due.kind];
  const news = `${label} ${isUrgent ? 'was due' : 'due by'} ${time}.`;
  return { news: [...describeSuspicion(inquiry), news].join(' '), isUrgent };
}

/** Describes who writes, and how to reach them. */
export const describePerson = ({ role, company, email }: StoredInquiry): Block => ({
  lines: [{ typed: [role, company].map(stripControlChars) }, { typed: [stripControlChars(email)] }],
});

/** Describes what the inquirer is and wants in two or three lines. */
export function describeProfile(inquiry: StoredInquiry): Block {
  const { persona, companySize, industry, fundingStage, investmentAmount, timeline } = inquiry;
  const clean = (...values: (string | undefined)[]) =>
    values.filter((value) => value !== undefined).map(stripControlChars);
  const funding = clean(fundingStage, investmentAmount);
  const label = persona === 'investor' ? 'Investment' : 'Funding';
  return {
    lines: [
      { typed: clean(personas[persona], `${companySize} people`, industry) },
      ...(funding.length ? [{ label, typed: funding }] : []),
      { label: fields.timeline.label, typed: clean(timelines[timeline]) },
    ],
  };
}

/** Counts the entries that a list leaves out. */
export const describeRest = (count: number): Block[] =>
  count > 0 ? [paragraph(`And ${count.toLocaleString('en')} more.`)] : [];

/** Describes who asks for what, in the order in which a partner judges it. */
export function describeEntry(inquiry: StoredInquiry, timeZone: string): Line[] {
  const [firstLine = ''] = inquiry.message.split('\n');
  return [
    { name: toExcerpt(nameInquiry(inquiry, timeZone), 120) },
    { email: stripControlChars(inquiry.email) },
    { typed: [toExcerpt(firstLine, 100)] },
    ...describeSuspicion(inquiry),
  ];
}
