import { domainToASCII } from 'node:url';
import type { Mailbox } from '../../config/setting-values.ts';
import type { LinkTarget } from '../../inquiry/link-actions.ts';
import { showHiddenChars } from '../../text/hidden-chars.ts';
import { toTeamEnglish } from '../../text/locale-options.ts';
import { dropSoftHyphens } from '../email/drop-soft-hyphens.ts';
import { hasAsciiName } from '../email/inquiry-mail.ts';
import type { MailContext } from '../email/mail-context.ts';
import { type Mail, renderHtml, renderText } from '../email/render-mail.ts';
import type { MailNotification, Message, Notification } from '../messages/message.ts';
import type { SenderOptions } from '../sender.ts';

export interface MailOptions extends SenderOptions {
  from: Mailbox;
  to: Mailbox[];
  /** Recipients of the digest on days when an inquiry is two business days late. */
  escalateTo?: Mailbox[];
  /** Recipient of a reply to an e-mail about an inquiry (default: the team). */
  replyTo?: 'team' | 'inquirer';
  /** Timeout for the greeting of the mail server (default: 15 s). */
  timeoutMs?: number;
  /**
   * Timeout for each later response (default: 10 min, as RFC 5321, 4.5.3.2.6, requires after a
   * message).
   */
  responseTimeoutMs?: number;
}

/** Returns the domain of an address in ASCII, or `localhost` if it has none. */
export const getDomain = (address: string): string =>
  domainToASCII(address.split('@').at(-1) ?? '') || 'localhost';

/** Converts the domain of an address to ASCII, as nodemailer does for recipients. */
const toAscii = (address: string) => `${address.split('@')[0]}@${getDomain(address)}`;

/**
 * Composes the mail for nodemailer. Its envelope contains the recipients who still need it, which
 * may be none.
 */
export function composeMail(notification: MailNotification, options: MailOptions) {
  const { from, to: team, clock, links } = options;
  const firm = dropSoftHyphens(options.firm);
  const { message, texts, pendingRecipients } = notification;
  const now = clock();
  const getLinks = (target: LinkTarget) => links?.(target, now) ?? [];
  const domain = getDomain(from.address);
  const getThreadId = (inquiryId: string) => `<inquiry-${inquiryId}@${domain}>`;
  const localeOptions = toTeamEnglish(firm);
  const context = { ...options, firm, localeOptions, now, getThreadId, getLinks };
  const mail = texts.mail(context);
  const { to = team } = mail;
  const pending = pendingRecipients?.map(toAscii);
  const recipients = to.filter(({ address }) => pending?.includes(toAscii(address)) ?? true);
  return {
    from: { name: mail.fromName ?? labelName(from, mail), address: from.address },
    // Some mail servers refuse non-ASCII addresses in a header, also in Reply-To below.
    to: to.every(({ address }) => hasAsciiName(address)) ? to : 'undisclosed-recipients:;',
    envelope: { from: from.address, to: recipients },
    replyTo: mail.replyTo ?? team.filter(({ address }) => hasAsciiName(address)),
    ...messageIdHeaders(`<${notification.id}@${domain}>`, mail, getThreadId),
    date: new Date(now),
    subject: mail.subject,
    text: showHiddenChars(renderText(mail)),
    html: showHiddenChars(renderHtml(mail, firm.name, options.firm.mails.colors)),
    headers: {
      // Prevent out-of-office replies to the inquirer and to us, but not reports of failed
      // deliveries.
      'Auto-Submitted': message.isToInquirer ? 'auto-replied' : 'auto-generated',
      'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply',
      'X-Inquiries-Event': message.kind,
      ...getListHeader(message, domain),
    },
  };
}

/**
 * Tells if a recipient in the settings still lacks an e-mail. If its envelope is empty
 * nevertheless, the e-mail is now for others, who have it: a reminder goes to the assignee alone.
 */
export function hasPending(
  { pendingRecipients = [] }: Notification,
  { to, escalateTo = [] }: MailOptions,
): boolean {
  const named = [...to, ...escalateTo].map(({ address }) => toAscii(address));
  return pendingRecipients.map(toAscii).some((address) => named.includes(address));
}

/**
 * Returns the name of the sender. It distinguishes the mails about an inquiry, which share one
 * subject: see `composeInquiryMail`.
 */
const labelName = ({ name }: Mailbox, { fromLabel }: Mail): string =>
  name && fromLabel ? `${name} (${fromLabel})` : name;

/**
 * Returns the header by which the team can filter its e-mails (RFC 2919); none for the inquirer.
 */
function getListHeader({ isToInquirer }: Message, domain: string): Record<string, string> {
  return isToInquirer ? {} : { 'List-Id': `Inquiries <inquiries.${domain}>` };
}

/**
 * Returns the headers of a thread. All mails to the team about an inquiry refer to one id that no
 * mail has: some relays replace the Message-ID, and references to the first mail would then lead
 * nowhere.
 */
function messageIdHeaders(
  messageId: string,
  { thread, startsThread }: Mail,
  getThreadId: MailContext['getThreadId'],
) {
  const root = thread === undefined ? '' : getThreadId(thread);
  // The first mail of a thread is not a reply.
  return { messageId, references: root, inReplyTo: startsThread ? '' : root };
}
