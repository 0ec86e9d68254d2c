import { type Deadline, getDeadline, isLate, slaMs } from '../../inquiry/deadlines.ts';
import { formatReviewState } from '../../inquiry/status.ts';
import { formatBriefly, formatDate, formatMinute, formatTime } from '../../inquiry/format-time.ts';
import { fields, personas, timelines } from '../../inquiry/inquiry.ts';
import { findRefusal } from '../../inquiry/link-actions.ts';
import { stripControlChars } from '../../inquiry/normalize-text.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import type { FirmFacts, Notification } from '../sender.ts';
import {
  type ActionLink,
  type Block,
  type Line,
  type MailDocument,
  paragraph,
} from './render-mail.ts';

interface InquiryMailOptions {
  /** IANA name. */
  timeZone: string;
  /** In ms since the epoch. */
  now: number;
  links: ActionLink[];
}

/** Shortens a text for the preview in a mailbox's list. */
export const toExcerpt = (text: string) => stripControlChars(text).slice(0, 140);

/** E-mail to the team about a new inquiry, in the order in which a partner judges it. */
export function inquiryMail(
  { inquiry, earlier = [] }: Extract<Notification, { kind: 'received' }>,
  options: InquiryMailOptions,
): MailDocument {
  const { receivedAt, message } = inquiry;
  const format = (afterMs: number) =>
    formatTime(options.timeZone, Date.parse(receivedAt) + afterMs);
  const deadlines: Line[] = [
    { label: 'Review it by', value: format(slaMs.review) },
    { label: 'If qualified, respond by', value: format(slaMs.response) },
    `Received: ${format(0)}`,
  ];
  const blocks = [
    describePerson(inquiry),
    describeProfile(inquiry),
    { message },
    ...(earlier.length ? [earlierBlock(earlier, options.timeZone)] : []),
    { section: 'Deadlines', blocks: [{ lines: deadlines }] },
  ];
  // A redelivery can come after a review.
  const mail = mailAbout(inquiry, getDeadline(inquiry), blocks, options, 'inquirer');
  return { news: `${formatReviewState(inquiry)}.`, ...mail, excerpt: toExcerpt(message) };
}

/** E-mail to the team about a deadline that is near or has passed. */
export function reminderMail(
  { inquiry, due }: Extract<Notification, { due: Deadline }>,
  options: InquiryMailOptions,
): MailDocument {
  const { timeZone } = options;
  const received = `Received: ${formatTime(timeZone, Date.parse(inquiry.receivedAt))}`;
  const blocks = [
    describePerson(inquiry),
    describeProfile(inquiry),
    { lines: [dueLine(due, timeZone), received] },
  ];
  const mail = mailAbout(inquiry, due, blocks, options, 'inquirer');
  return { ...mail, news: `${mail.news} ${describeAssignee(inquiry)}` };
}

/** E-mail to the team about a change of an inquiry: what changed, by whom, and what is due next. */
export function updateMail(
  { inquiry, change }: Extract<Notification, { kind: 'changed' }>,
  options: InquiryMailOptions,
): MailDocument {
  const { at, by = 'command', note, assignee } = change;
  const { timeZone } = options;
  const due = getDeadline(inquiry);
  const lines: Line[] = [
    `Changed by: ${stripControlChars(by)}`,
    `On ${formatTime(timeZone, Date.parse(at))}`,
    ...(due ? [dueLine(due, timeZone)] : []),
  ];
  const blocks = [{ lines }, ...(note ? [{ message: note }] : []), describePerson(inquiry)];
  const mail = mailAbout(inquiry, due, blocks, options, 'team');
  const next = mail.news ?? 'Nothing is due.';
  const assigned = describeAssignee(inquiry);
  const news =
    assignee === undefined
      ? [`${formatReviewState(inquiry)}.`, next, ...(due ? [assigned] : [])]
      : [assigned, next];
  return { ...mail, news: news.join(' '), excerpt: toExcerpt(`By ${by}. ${note ?? ''}`) };
}

/** Tells who is responsible for an inquiry. */
export const describeAssignee = ({ assignee }: StoredInquiry) =>
  assignee ? `Assigned to ${stripControlChars(assignee)}.` : 'Unassigned.';

const dueLine = (due: Deadline, timeZone: string): Line => ({
  label: `${dueLabels[due.kind]} due`,
  value: formatTime(timeZone, Date.parse(due.at)),
});

/**
 * The subject is the same in all mails about an inquiry, or Gmail would split their thread. It has the
 * time of arrival, since clients also join threads by subject: a person may write twice.
 */
function mailAbout(
  inquiry: StoredInquiry,
  due: Deadline | undefined,
  blocks: Block[],
  { timeZone, now, links }: InquiryMailOptions,
  repliesTo: 'inquirer' | 'team',
) {
  const { firstName, lastName } = inquiry;
  const allowed = selectLinks(links, inquiry, due?.kind);
  // A reply quotes the links.
  const warning =
    allowed.length && repliesTo === 'inquirer'
      ? ' Delete what stands above first: its links work for 30 days without signing in.'
      : '';
  const replyNote = `Replying? The reply goes to the ${repliesTo}.${warning}`;
  const actions = allowed.length ? [{ links: allowed }] : [];
  return {
    subject: nameInquiry(inquiry, timeZone),
    ...(due && describeDue(inquiry, due, timeZone, now)),
    heading: stripControlChars(`${firstName} ${lastName}`),
    blocks: [...blocks, ...actions, { notes: [replyNote] }],
  };
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

const describePerson = ({ role, company, email }: StoredInquiry): Block => ({
  lines: [{ typed: [role, company].map(stripControlChars) }, { typed: [stripControlChars(email)] }],
});

/** Describes what the inquirer is and wants in two or three lines. */
function describeProfile(inquiry: StoredInquiry): Block {
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

const earlierBlock = (earlier: StoredInquiry[], timeZone: string): Block => ({
  section: 'Earlier inquiries from this address',
  blocks: earlier.map((inquiry) => ({
    lines: [
      { name: stripControlChars(`${inquiry.firstName} ${inquiry.lastName}, ${inquiry.company}`) },
      `Received on ${formatDate(timeZone, Date.parse(inquiry.receivedAt))}`,
      `${formatReviewState(inquiry)}.${getDeadline(inquiry) ? ` ${describeAssignee(inquiry)}` : ''}`,
    ],
  })),
});

/**
 * E-mail to the inquirer. Contains no user input, or anybody could use the form to send text to a
 * stranger's address: it also greets without the name.
 */
export function acknowledgementMail(firm: FirmFacts, receivedAt: string): MailDocument {
  const letter = firm.mails.acknowledgement(receivedAt);
  const { subject, preview, paragraphs, signature, footer } = letter;
  return {
    subject,
    news: preview,
    blocks: [...paragraphs.map(paragraph), { lines: signature }, { notes: footer, isFooter: true }],
  };
}
