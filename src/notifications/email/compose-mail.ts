import { domainToASCII } from 'node:url';
import type { SendMailOptions } from 'nodemailer';
import type { Mailbox } from '../../config/setting-values.ts';
import { getDeadline } from '../../inquiry/deadlines.ts';
import { formatTime } from '../../inquiry/format-time.ts';
import { stripControlChars } from '../../inquiry/normalize-text.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import type { Notification, SenderOptions } from '../sender.ts';
import { acknowledgementMail, inquiryMail, reminderMail, updateMail } from './describe-inquiry.ts';
import { type MailDocument, paragraph, renderHtml, renderText } from './render-mail.ts';
import { digestMail, escalationMail, summaryMail } from '../messages/digest.ts';

export interface MailOptions extends SenderOptions {
  from: Mailbox;
  to: Mailbox[];
  /** Get the digest of days on which an inquiry is two business days late. */
  escalateTo?: Mailbox[];
  /** Timeout of each SMTP step; the total timeout is four times as long. */
  timeoutMs?: number;
}

/** Returns the domain of an address in ASCII. */
export const getDomain = (address: string): string =>
  domainToASCII(address.split('@').at(-1) ?? '') || 'localhost';

/** Composes the mail for nodemailer. */
export function composeMail(notification: Notification, options: MailOptions): SendMailOptions {
  const { from, clock, firm } = options;
  const domain = getDomain(from.address);
  const { mail, ...envelope } = composeContent(notification, options);
  return {
    from,
    ...messageIdHeaders(notification, domain),
    date: new Date(clock()),
    subject: mail.subject,
    text: renderText(mail),
    html: renderHtml(mail, firm.name, firm.mails.colors),
    ...envelope,
  };
}

/**
 * Each redelivery has its own Message-ID, because mailboxes drop duplicates. All mails to the team about
 * an inquiry refer to one id that no mail has: some relays replace the Message-ID, so that references
 * to the first mail would lead nowhere.
 */
function messageIdHeaders(notification: Notification, domain: string): SendMailOptions {
  const { id, kind, redeliveries = 0 } = notification;
  const first = `<${id}@${domain}>`;
  const isInThread = 'inquiry' in notification && kind !== 'acknowledgement';
  const root = isInThread ? [`<inquiry-${notification.inquiry.id}@${domain}>`] : [];
  if (redeliveries) {
    return {
      messageId: `<${id}.${redeliveries}@${domain}>`,
      inReplyTo: first,
      references: [...root, first],
    };
  }
  // The first mail of a thread is no reply.
  const inReplyTo = kind === 'received' ? [] : root;
  return { messageId: first, references: root, inReplyTo: inReplyTo.join('') };
}

function composeContent(
  notification: Notification,
  options: MailOptions,
): SendMailOptions & { mail: MailDocument } {
  const { to, escalateTo = [], timeZone, clock, firm } = options;
  const now = clock();
  const getLinks = (id: string, change?: number) => options.links?.(id, now, change) ?? [];
  const toTeam = { to, replyTo: to, headers: autoSubmittedHeaders('auto-generated') };
  if ('due' in notification || notification.kind === 'received') {
    const { inquiry } = notification;
    const about = { timeZone, now, links: getLinks(inquiry.id) };
    const mail =
      'due' in notification ? reminderMail(notification, about) : inquiryMail(notification, about);
    return { mail, ...toTeam, replyTo: toMailbox(inquiry) };
  }
  switch (notification.kind) {
    case 'acknowledgement': {
      const { receivedAt, email } = notification.inquiry;
      return {
        mail: acknowledgementMail(firm, formatTime(timeZone, Date.parse(receivedAt))),
        from: { name: firm.name, address: options.from.address },
        // Omits the name: it is user input too.
        to: { name: '', address: email },
        replyTo: { name: firm.name, address: firm.email },
        headers: autoSubmittedHeaders('auto-replied'),
      };
    }
    case 'digest':
      return {
        mail: digestMail(notification.digest, { ...options, getLinks }),
        ...toTeam,
      };
    case 'escalation': {
      const mail = escalationMail(notification.digest, { ...options, getLinks });
      return { mail, ...toTeam, to: escalateTo };
    }
    case 'summary':
      return { mail: summaryMail(notification.summary, { ...options, getLinks }), ...toTeam };
    case 'deleted':
      throw new TypeError('E-mails do not report deletions');
    case 'test':
      return { mail: testMail, ...toTeam, to: [...to, ...escalateTo] };
    case 'changed': {
      const { inquiry, change, number } = notification;
      const isOpen = getDeadline(inquiry) !== undefined;
      // Of a closed inquiry, only the change that closed it can be taken back.
      const isClosing = !isOpen && change.assignee === undefined;
      const links = isOpen || isClosing ? getLinks(inquiry.id, isOpen ? undefined : number) : [];
      return { mail: updateMail(notification, { timeZone, now, links }), ...toTeam };
    }
  }
}

const testMail: MailDocument = {
  subject: 'Test: email from the website',
  news: 'There is nothing to do.',
  heading: 'Email from the website works',
  blocks: [
    paragraph('Somebody ran "inquiries check --send". Emails about inquiries arrive the same way.'),
  ],
};

const toMailbox = ({ firstName, lastName, email }: StoredInquiry) => ({
  name: stripControlChars(`${firstName} ${lastName}`),
  address: email,
});

// Prevents out-of-office replies to the inquirer and to us, but no report that a mail was not delivered.
const autoSubmittedHeaders = (value: 'auto-generated' | 'auto-replied') => ({
  'Auto-Submitted': value,
  'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply',
});
