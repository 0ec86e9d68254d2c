import { domainToASCII } from 'node:url';
import type { SendMailOptions } from 'nodemailer';
import type { Mailbox } from '../../config/setting-values.ts';
import { formatTime } from '../../inquiry/format-time.ts';
import { stripControlChars } from '../../inquiry/normalize-text.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import type { Destination } from '../../store/tables.ts';
import { notificationId, type Notification } from '../notification.ts';
import { digestMail } from './digest-mail.ts';
import { acknowledgementMail, type FirmFacts, inquiryMail, reminderMail } from './inquiry-mails.ts';
import { paragraph, renderMail, type SignActionLinks } from './mail-text.ts';
import { outageMail, refusalMail } from './report-mails.ts';

export interface MailOptions {
  from: Mailbox;
  to: Mailbox[];
  /** Also get the digest once an inquiry is two business days late. */
  escalateTo?: Mailbox[];
  /** IANA name. */
  timeZone: string;
  clock: () => number;
  firm: FirmFacts;
  /** By destination, such as "to the webhook". */
  destinationLabels?: Record<Destination, string>;
  /** Adds action links to e-mails to the team. */
  links?: SignActionLinks | undefined;
  /** Timeout of each SMTP step; the total timeout is four times as long. */
  timeoutMs?: number;
}

/** Composes the mail for nodemailer. */
export function composeMail(notification: Notification, options: MailOptions): SendMailOptions {
  const { from, clock } = options;
  const domain = domainToASCII(from.address.split('@').at(-1) ?? '') || 'localhost';
  return {
    from,
    ...messageIdHeaders(notification, domain),
    date: new Date(clock()),
    ...composeBody(notification, options),
  };
}

/** Each redelivery has its own Message-ID, because mailboxes drop duplicates. */
function messageIdHeaders(notification: Notification, domain: string): SendMailOptions {
  const { redeliveries = 0 } = notification;
  const id = notificationId(notification);
  const first = `<${id}@${domain}>`;
  if (redeliveries === 0) return { messageId: first };
  return {
    messageId: `<${id}.${redeliveries}@${domain}>`,
    inReplyTo: first,
    references: first,
  };
}

function composeBody(notification: Notification, options: MailOptions): SendMailOptions {
  const { to, escalateTo = [], timeZone, clock, firm } = options;
  const all = [...to, ...escalateTo];
  const getLinks = (id: string) => options.links?.(id, clock()) ?? [];
  const toTeam = { to, headers: autoSubmittedHeaders('auto-generated') };
  const labelOf = (destination: Destination) =>
    options.destinationLabels?.[destination] ?? `to ${destination}`;
  if ('outage' in notification) {
    const { outage } = notification;
    return { ...outageMail(outage, labelOf(outage.destination), timeZone), ...toTeam };
  }
  switch (notification.kind) {
    case 'received':
      return {
        ...inquiryMail(notification, timeZone, getLinks(notification.inquiry.id)),
        ...toTeam,
        replyTo: toMailbox(notification.inquiry),
      };
    case 'acknowledgement':
      return {
        ...acknowledgementMail(
          firm,
          formatTime(timeZone, Date.parse(notification.inquiry.receivedAt)),
        ),
        // Omits the name: it is user input too.
        to: { name: '', address: notification.inquiry.email },
        replyTo: { name: firm.name, address: firm.email },
        headers: autoSubmittedHeaders('auto-replied'),
      };
    case 'digest':
      return {
        ...digestMail(notification.digest, { ...options, labelOf, getLinks }),
        ...toTeam,
        ...(notification.digest.isEscalated && { to: all }),
      };
    case 'address-refused':
      return { ...refusalMail(notification.refused, timeZone), ...toTeam };
    case 'test':
      return { ...testMail, ...toTeam, to: all };
    case 'review-soon':
    case 'review-late':
    case 'response-soon':
    case 'response-late':
      return {
        ...reminderMail(notification, timeZone, getLinks(notification.inquiry.id)),
        ...toTeam,
        replyTo: toMailbox(notification.inquiry),
      };
  }
}

const testMail = renderMail('Test: email from the website', [
  paragraph(
    'Somebody ran "inquiries check --send". Emails about inquiries arrive the same way. There is nothing to do.',
  ),
]);

const toMailbox = ({ firstName, lastName, email }: StoredInquiry) => ({
  name: stripControlChars(`${firstName} ${lastName}`),
  address: email,
});

// Prevents out-of-office replies to the inquirer and to us.
const autoSubmittedHeaders = (value: 'auto-generated' | 'auto-replied') => ({
  'Auto-Submitted': value,
  'X-Auto-Response-Suppress': 'All',
});
