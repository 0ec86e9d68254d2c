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
  type Link,
  type Mail,
  type Optional,
  type Part,
  renderButtons,
  renderNotes,
  toMailto,
} from './render-mail.ts';

interface InquiryMailOptions {
  /** Links to actions (default: those for the inquiry). */
  links?: ActionLink[];
  /** True if a reply may go to the inquirer when the settings say so (default: true). */
  canReply?: boolean;
}

/**
 * Composes an e-mail to the team about an inquiry: `parts`, then the ways to reply and to act. All
 * e-mails about an inquiry have the same subject, or Gmail would split their thread. The subject
 * contains the time of arrival, because mail clients also join threads by subject, and a person may
 * write twice.
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

/** States by when to act, such as "Review due by Tue 4 PM." */
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

/** Tells if a reply goes to the inquirer. Not every address can be in a header. */
const isReplyToInquirer = ({ email }: StoredInquiry, { replyTo }: MailContext): boolean =>
  replyTo === 'inquirer' && hasAsciiName(email);

/**
 * Tells if a header can contain the address. Its domain has an ASCII form, but the part before the
 * `@` may not.
 */
export const hasAsciiName = (address: string): boolean => /^\p{ASCII}*@/u.test(address);

/** Describes what a reply to the inquirer does, and warns that it quotes the links. */
function describeReply(actions: Link[]): Optional<Part>[] {
  const warning = actions.length > 0 ? ' Delete what stands above first, with its buttons.' : '';
  const note = `Replying? The reply goes to the inquirer.${warning}`;
  return [renderButtons(actions), renderNotes(note), warnOfActions(actions)];
}

/** Warns that the buttons work for anybody who has the e-mail. */
const warnOfActions = (actions: Link[]): Optional<Part> =>
  actions.length > 0 &&
  renderNotes(
    `The buttons that change this inquiry work for anybody who has this email, for ${linkDays} days, without signing in.`,
  );

/** Adds to the actions a button that writes to the inquirer. The likelier one comes first. */
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
 * Returns the `mailto:` address of a letter to the inquirer, with a copy to the team, short enough
 * for all clients. `in-reply-to` (RFC 6068, 4) adds the letter and its reply to the conversation
 * about the inquiry.
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
