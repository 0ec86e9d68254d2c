import { linkDays } from '../../content/periods.ts';
import { type Deadline, deadlineLabels, isLate } from '../../inquiry/deadlines.ts';
import { isOpen } from '../../inquiry/status.ts';
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { toExcerpt } from '../../text/excerpt.ts';
import { formatBriefly } from '../../text/format-time.ts';
import { describeSuspicion, type MailedInquiry } from './describe-inquiry.ts';
import { labelButtons, selectLinks } from './inquiry-links.ts';
import type { MailContext } from './mail-context.ts';
import { getLetterSubject, nameInquirer, nameInquiry } from './name-inquiry.ts';
import {
  type ActionLink,
  renderButtons,
  type Link,
  type Mail,
  renderNotes,
  type Optional,
  type Part,
  toMailto,
} from './render-mail.ts';

interface InquiryMailOptions {
  /** Links to actions (default: those to the actions on the inquiry). */
  links?: ActionLink[];
  /** A reply may go to the inquirer, as the settings say (default: true). */
  canReply?: boolean;
}

/**
 * Composes an e-mail to the team about an inquiry: `parts`, then the ways to reply and to act. The subject
 * is the same in all of them, or Gmail would split their thread. It has the time of arrival, since clients
 * also join threads by subject: a person may write twice.
 */
export function composeInquiryMail(
  mailed: MailedInquiry,
  due: Deadline | undefined,
  parts: Optional<Part>[],
  context: MailContext,
  { links, canReply = true }: InquiryMailOptions = {},
): Mail {
  const { inquiry } = mailed;
  const { localeOptions, now } = context;
  const ownLinks = links ?? context.getLinks({ kind: 'inquiry', inquiryId: inquiry.id });
  const actions = labelButtons(selectLinks(ownLinks, inquiry, due, now));
  const mail: Mail = {
    thread: inquiry.id,
    subject: `Inquiry: ${nameInquiry(inquiry, localeOptions)}`,
    news: due ? describeDeadline(inquiry, due, context) : 'Nothing is due.',
    isUrgent: due !== undefined && isLate(due, now),
    heading: nameInquirer(inquiry),
    parts,
  };
  if (canReply && isReplyToInquirer(inquiry, context)) {
    const replyTo = { name: nameInquirer(inquiry), address: inquiry.email };
    return { ...mail, replyTo, parts: [...parts, ...describeReply(actions)] };
  }
  const canWrite = canReply ? inquiry.status !== 'spam' : isOpen(inquiry);
  const shown = canWrite ? addWriteButton(actions, mailed, context) : actions;
  const note = renderNotes('A reply to this email goes to your team.');
  return { ...mail, parts: [...parts, note, renderButtons(shown), warnOfActions(actions)] };
}

/** Describes until when to act, such as "Review due by Tue 4 PM." */
function describeDeadline(
  inquiry: StoredInquiry,
  due: Deadline,
  { localeOptions, now }: MailContext,
): string {
  const time = formatBriefly(localeOptions, Date.parse(due.at), now);
  const verb = isLate(due, now) ? 'was due' : 'due by';
  const deadline = `${deadlineLabels[due.kind]} ${verb} ${time}.`;
  const suspicion = describeSuspicion(inquiry);
  return suspicion ? `${suspicion} ${deadline}` : deadline;
}

/** Tells if a reply goes to the inquirer. A header cannot contain each address. */
const isReplyToInquirer = ({ email }: StoredInquiry, { replyTo }: MailContext): boolean =>
  replyTo === 'inquirer' && hasAsciiName(email);

/** Tells if a header can contain the address: its domain has an ASCII form, the part before it has none. */
export const hasAsciiName = (address: string): boolean => /^\p{ASCII}*@/u.test(address);

/** Describes what a reply to the inquirer does: it quotes the links. */
function describeReply(actions: Link[]): Optional<Part>[] {
  const warning = actions.length > 0 ? ' Delete what stands above first, with its buttons.' : '';
  const note = `Replying? The reply goes to the inquirer.${warning}`;
  return [renderButtons(actions), renderNotes(note), warnOfActions(actions)];
}

/** Warns that the buttons work for all who have the e-mail. */
const warnOfActions = (actions: Link[]): Optional<Part> =>
  actions.length > 0 &&
  renderNotes(
    `The buttons that change this inquiry work for anybody who has this email, for ${linkDays} days, without signing in.`,
  );

/** Adds a button that writes to the inquirer to the actions. The likelier comes first. */
function addWriteButton(
  actions: Link[],
  { inquiry, isUnreachable }: MailedInquiry,
  context: MailContext,
): Link[] {
  const write = { label: `Write to ${inquiry.firstName}`, url: getWriteUrl(inquiry, context) };
  const isLast = isUnreachable || inquiry.suspectedSpam !== undefined;
  return isLast ? [...actions, write] : [write, ...actions];
}

/**
 * Returns the address of a letter to the inquirer, with a copy to the team; short enough for all clients.
 * `in-reply-to` (RFC 6068, 4) gives the letter and its reply a place in the conversation of the inquiry.
 */
function getWriteUrl(inquiry: StoredInquiry, { firm, to, getThreadId }: MailContext): string {
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
