import { domainToASCII } from 'node:url';
import type { SendMailOptions } from 'nodemailer';
import type { FollowUpLinks } from '../../action-links/action-link.ts';
import type { Mailbox } from '../../config/setting-values.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { nameOf, type News } from '../notification.ts';
import { digestMail } from './digest-mail.ts';
import { acknowledgementMail, inquiryMail, reminderMail } from './inquiry-mails.ts';
import { outageMail } from './outage-mail.ts';

export interface MailOptions {
  from: Mailbox;
  to: Mailbox[];
  /** IANA name. */
  timeZone: string;
  clock: () => number;
  /** Who the inquirer hears from, and where to answer. */
  firm: { name: string; email: string };
  /** What the team can open to act on an inquiry; commands alone unless given. */
  links?: FollowUpLinks | undefined;
  /** For each step; all of them may take four times as long. */
  timeoutMs?: number;
}

/** The whole mail, as nodemailer takes it. */
export function toMail(news: News, options: MailOptions): SendMailOptions {
  const { from, clock } = options;
  const domain = domainToASCII(from.address.split('@').at(-1) ?? '') || 'localhost';
  return {
    from,
    ...identify(news, domain),
    date: new Date(clock()),
    ...bodyOf(news, options),
  };
}

/** Mailboxes drop a mail whose Message-ID they know, so one that is sent again has its own. */
function identify(news: News, domain: string): SendMailOptions {
  const { redeliveries = 0 } = news;
  const name = nameOf(news);
  const first = `<${name}@${domain}>`;
  if (redeliveries === 0) return { messageId: first };
  return {
    messageId: `<${name}.${redeliveries}@${domain}>`,
    inReplyTo: first,
    references: first,
  };
}

function bodyOf(
  news: News,
  { to, timeZone, clock, firm, links = () => [] }: MailOptions,
): SendMailOptions {
  const linksTo = (id: string) => links(id, clock());
  const toTeam = { to, headers: automatic('auto-generated') };
  switch (news.kind) {
    case 'received':
      return {
        ...inquiryMail(news.inquiry, timeZone, linksTo(news.inquiry.id)),
        ...toTeam,
        replyTo: inquirerOf(news.inquiry),
      };
    case 'acknowledgement':
      return {
        ...acknowledgementMail(firm),
        // Without a name, which was typed too.
        to: { name: '', address: news.inquiry.email },
        replyTo: { name: firm.name, address: firm.email },
        headers: automatic('auto-replied'),
      };
    case 'digest':
      return { ...digestMail(news.digest, timeZone, linksTo), ...toTeam };
    case 'email-failed':
    case 'email-recovered':
    case 'webhook-failed':
    case 'webhook-recovered':
      return { ...outageMail(news.outage, timeZone), ...toTeam };
    case 'review-soon':
    case 'review-late':
    case 'response-soon':
    case 'response-late':
      return {
        ...reminderMail(news, timeZone, linksTo(news.inquiry.id)),
        ...toTeam,
        replyTo: inquirerOf(news.inquiry),
      };
  }
}

const inquirerOf = ({ firstName, lastName, email }: StoredInquiry) => ({
  name: `${firstName} ${lastName}`,
  address: email,
});

// Or notices of absence, the team's too, would go to the inquirer or come back to us.
const automatic = (how: 'auto-generated' | 'auto-replied') => ({
  'Auto-Submitted': how,
  'X-Auto-Response-Suppress': 'All',
});
