import type { MailCopy } from '../../content/mails.ts';
import { labels, personas, timelines } from '../../content/fields.ts';
import { linkDays } from '../../content/periods.ts';
import { type Deadline, deadlineLabels, isLate } from '../../inquiry/deadlines.ts';
import { toExcerpt } from '../../inquiry/excerpt.ts';
import { formatNumber } from '../../inquiry/format-number.ts';
import { formatBriefly, formatMinute, formatTime } from '../../inquiry/format-time.ts';
import { findRefusal, type LinkAction, toTitleCase } from '../../inquiry/link-actions.ts';
import { toSafeLine } from '../../inquiry/hidden-chars.ts';
import type { Place } from '../../inquiry/place.ts';
import { formatReviewState, isOpen } from '../../inquiry/status.ts';
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import type { MailContext } from './mail-context.ts';
import { buttons, entry, fact, notes, paragraph, toMailto, typed } from './render-mail.ts';
import type { ActionLink, Link, Mail, Optional, Part } from './render-mail.ts';

/** An inquiry as e-mails describe it. */
export interface MailedInquiry {
  inquiry: StoredInquiry;
  /** Its acknowledgement reached nobody. */
  isUnreachable: boolean;
}

export const notAcknowledgedText =
  'The acknowledgement could not be delivered: the address may be wrong.';

/** Code points of a message or note in the preview of a mailbox's list. */
export const previewLength = 140;

export const describeAssignee = ({ assignee }: { assignee?: string | undefined }): string =>
  assignee ? `Assigned to ${assignee}.` : 'Unassigned.';

/** Describes the state of an inquiry that was changed; `due` is a sentence about its deadline. */
export function describeState(inquiry: StoredInquiry, due: string): string {
  const state = `${formatReviewState(inquiry)}. ${due}`;
  return isOpen(inquiry) ? `${state} ${describeAssignee(inquiry)}` : state;
}

export const dueLine = (due: Deadline, place: Place): Part =>
  fact(`${deadlineLabels[due.kind]} due`, formatTime(place, Date.parse(due.at)));

interface MailAboutOptions {
  /** Links to actions (default: those to the actions on the inquiry). */
  links?: ActionLink[];
  /** A reply may go to the inquirer, as the settings say (default: true). */
  canReply?: boolean;
}

/**
 * The subject is the same in all mails about an inquiry, or Gmail would split their thread. It has the
 * time of arrival, since clients also join threads by subject: a person may write twice.
 */
export function mailAbout(
  mailed: MailedInquiry,
  due: Deadline | undefined,
  parts: Optional<Part>[],
  context: MailContext,
  options: MailAboutOptions = {},
): Mail {
  const { inquiry } = mailed;
  const { place, now } = context;
  const { canReply = true } = options;
  const mail: Mail = {
    thread: inquiry.id,
    subject: `Inquiry: ${nameInquiry(inquiry, place)}`,
    news: due ? describeDeadline(inquiry, due, place, now) : 'Nothing is due.',
    isUrgent: due !== undefined && isLate(due, now),
    heading: nameInquirer(inquiry),
    parts,
  };
  const links = options.links ?? context.getLinks({ kind: 'inquiry', inquiryId: inquiry.id });
  const actions = labelButtons(selectLinks(links, inquiry, due, now));
  // An address of other characters breaks the header.
  if (canReply && context.replyTo === 'inquirer' && hasAsciiName(inquiry.email))
    return withReplyTo(mail, inquiry, actions);
  const canWrite = canReply ? inquiry.status !== 'spam' : isOpen(inquiry);
  return canWrite ? withWriteButton(mail, mailed, actions, context) : withButtons(mail, actions);
}

/** Gives links to actions the labels of buttons. */
export const labelButtons = (links: ActionLink[]): Link[] =>
  links.map(({ label, url }) => ({ label: toTitleCase(label), url }));

/** Adds the inquirer as the recipient of a reply, and the actions. */
function withReplyTo(mail: Mail, inquiry: StoredInquiry, actions: Link[]): Mail {
  // A reply quotes the links.
  const warning = actions.length > 0 ? ' Delete what stands above first, with its buttons.' : '';
  const note = `Replying? The reply goes to the inquirer.${warning}`;
  return {
    ...mail,
    replyTo: { name: nameInquirer(inquiry), address: inquiry.email },
    parts: [...mail.parts, buttons(actions), notes(note), warnOfActions(actions)],
  };
}

/** Tells who can use the buttons. */
const warnOfActions = (actions: Link[]): Optional<Part> =>
  actions.length > 0 &&
  notes(
    `The buttons that change this inquiry work for whoever has this email, for ${linkDays} days, without signing in.`,
  );

/** Adds a button that writes to the inquirer, and the actions. The likelier comes first. */
function withWriteButton(
  mail: Mail,
  { inquiry, isUnreachable }: MailedInquiry,
  actions: Link[],
  context: MailContext,
): Mail {
  const write = { label: `Write to ${inquiry.firstName}`, url: writeUrl(inquiry, context) };
  const isLast = isUnreachable || inquiry.suspectedSpam !== undefined;
  const links = isLast ? [...actions, write] : [write, ...actions];
  return withButtons(mail, actions, links);
}

/** Adds `links` (default: the actions) as buttons to a mail whose reply goes to the team. */
function withButtons(mail: Mail, actions: Link[], links = actions): Mail {
  const note = notes('A reply to this email goes to your team.');
  return { ...mail, parts: [...mail.parts, note, buttons(links), warnOfActions(actions)] };
}

/** Tells if a header can contain the address: its domain has an ASCII form, the part before it has none. */
export const hasAsciiName = (address: string): boolean => /^\p{ASCII}*@/u.test(address);

const nameInquirer = ({ firstName, lastName }: StoredInquiry) =>
  toSafeLine(`${firstName} ${lastName}`);

/**
 * A company's name that can hardly be a message: it has at most five words, and none of the characters of a
 * link, an amount or a telephone number.
 */
const plainName = /^\p{L}[\p{L}\p{M}&,'’-]*(?: [\p{L}\p{M}&,'’-]+){0,4}\.?$/u;
const maxNameLength = 40;

/** Returns the subject of a letter to the inquirer. Anybody can enter a stranger's address. */
export function getLetterSubject({ company }: StoredInquiry, mails: MailCopy): string {
  const name = toSafeLine(company);
  const isPlain = name.length <= maxNameLength && plainName.test(name);
  return isPlain ? mails.subjectOfCompany(name) : mails.subject;
}

/**
 * Returns the address of a letter to the inquirer, with a copy to the team; short enough for all clients.
 * `in-reply-to` (RFC 6068, 4) gives the letter and its answer a place in the conversation of the inquiry.
 */
function writeUrl(inquiry: StoredInquiry, { firm, to, getThreadId }: MailContext) {
  const lines = inquiry.message.split('\n').filter((line) => line.trim());
  const quoted = lines.slice(0, 3).map((line) => `> ${toExcerpt(line, 50)}\r\n`);
  const parameters = {
    subject: `Re: ${getLetterSubject(inquiry, firm.mails)}`,
    cc: to.map(({ address }) => address).join(','),
    'in-reply-to': getThreadId(inquiry.id),
    body: `\r\n\r\n${nameInquirer(inquiry)} wrote:\r\n${quoted.join('')}`,
  };
  const query = Object.entries(parameters).map(
    ([key, value]) => `${key}=${encodeURIComponent(value)}`,
  );
  return `${toMailto(inquiry.email)}?${query.join('&')}`;
}

/** Names an inquiry like the subject of its conversation. */
function nameInquiry(inquiry: StoredInquiry, place: Place): string {
  const received = formatMinute(place, Date.parse(inquiry.receivedAt));
  return toSafeLine(`${nameInquirer(inquiry)}, ${inquiry.company} (${received})`);
}

/** Names an inquiry among others, so briefly that a list stays small. */
export const nameInList = (inquiry: StoredInquiry, place: Place): string =>
  toExcerpt(nameInquiry(inquiry, place), 120);

/** Names the first of many inquiries for the preview in a mailbox's list. */
export function nameFirst(entries: { inquiry: StoredInquiry }[], place: Place): string {
  const names = entries.slice(0, 3).map(({ inquiry }) => nameInquiry(inquiry, place));
  return names.join('; ');
}

const describeSuspicion = ({ suspectedSpam }: StoredInquiry) =>
  suspectedSpam !== undefined && `Suspected spam: ${suspectedSpam}.`;

/** Selects the actions that the inquiry's status allows, the likeliest first. */
function selectLinks(
  links: ActionLink[],
  inquiry: StoredInquiry,
  due: Deadline | undefined,
  now: number,
): ActionLink[] {
  const allowed = links.filter(({ action }) => !findRefusal(action, inquiry));
  const likely = getLikelyActions(inquiry, due, now);
  return [
    ...likely.flatMap((action) => allowed.filter((link) => link.action === action)),
    ...allowed.filter(({ action }) => !likely.includes(action)),
  ];
}

/** A late inquiry may have been answered: nobody can tell by the letters that the team sends. */
function getLikelyActions(
  { suspectedSpam }: StoredInquiry,
  due: Deadline | undefined,
  now: number,
): LinkAction[] {
  if (suspectedSpam) return ['not-spam', 'spam'];
  const isResponse = due !== undefined && (due.kind === 'response' || isLate(due, now));
  return isResponse ? ['respond'] : [];
}

/** Tells until when to act, such as "Review due by Tue 4 PM." */
function describeDeadline(inquiry: StoredInquiry, due: Deadline, place: Place, now: number) {
  const suspicion = inquiry.suspectedSpam ? `${describeSuspicion(inquiry)} ` : '';
  const time = formatBriefly(place, Date.parse(due.at), now);
  return `${suspicion}${deadlineLabels[due.kind]} ${isLate(due, now) ? 'was due' : 'due by'} ${time}.`;
}

export const describePerson = ({ inquiry, isUnreachable }: MailedInquiry): Part =>
  paragraph(
    typed([inquiry.role, inquiry.company]),
    typed([inquiry.email]),
    isUnreachable && notAcknowledgedText,
  );

export function describeProfile(inquiry: StoredInquiry): Part {
  const { persona, companySize, industry, fundingStage, investmentAmount, timeline } = inquiry;
  const label = persona === 'investor' ? 'Investment' : 'Funding';
  return paragraph(
    typed([personas[persona], `${companySize} people`, industry]),
    Boolean(fundingStage || investmentAmount) && typed([fundingStage, investmentAmount], label),
    typed([timelines[timeline]], labels.timeline),
  );
}

export const formatCount = (place: Place, count: number, one: string, many = one): string =>
  `${formatNumber(place, count)} ${count === 1 ? one : many}`;

/** Counts what is not among the first. */
export const describeRest = (
  place: Place,
  { count, first }: { count: number; first: unknown[] },
): Optional<Part> =>
  count > first.length && paragraph(`And ${formatCount(place, count - first.length, 'more')}.`);

/** Describes who asks for what, in the order in which a partner judges it, with links to the actions. */
export function describeEntry(
  { inquiry, isUnreachable }: MailedInquiry,
  { place, now, getLinks }: MailContext,
  due?: Deadline,
): Part {
  const [firstLine = ''] = inquiry.message.split('\n');
  const lines = [
    isUnreachable && notAcknowledgedText,
    typed([toExcerpt(firstLine, 100)]),
    describeSuspicion(inquiry),
    due && dueLine(due, place),
    due && describeAssignee(inquiry),
  ];
  const name = nameInList(inquiry, place);
  const links = getLinks({ kind: 'inquiry', inquiryId: inquiry.id });
  return entry(name, lines, inquiry.email, selectLinks(links, inquiry, due, now));
}
