import type { Mailbox } from '../../config/setting-values.ts';
import type { Administrator, Firm } from '../../content/firm.ts';
import type { MailCopy } from '../../content/mails.ts';
import type { LinkTarget } from '../../inquiry/link-actions.ts';
import type { EpochMs } from '../../text/format-time.ts';
import type { LocaleOptions } from '../../text/locale-options.ts';
import type { ActionLink } from './render-mail.ts';

type MailedFact =
  'name' | 'legalName' | 'email' | 'address' | 'locale' | 'timeZone' | 'holidays' | 'hours';

/** Facts of the firm for e-mails. */
export interface FirmFacts extends Pick<Firm, MailedFact> {
  administrator: Administrator;
  mails: MailCopy;
}

/** Settings and functions that the texts of an e-mail use. */
export interface MailContext {
  /** Addresses of the team. */
  to: Mailbox[];
  /** Addresses that get the digest on days when an inquiry is two business days late. */
  escalateTo?: Mailbox[];
  /** Recipient of a reply to an e-mail about an inquiry (default: the team). */
  replyTo?: 'team' | 'inquirer';
  firm: FirmFacts;
  /** Options of texts to the team, which are in English. */
  localeOptions: LocaleOptions;
  now: EpochMs;
  /** Returns the Message-ID to which all e-mails about an inquiry refer. */
  getThreadId: (inquiryId: string) => string;
  /** Signs the links to the actions on a target. */
  getLinks: (target: LinkTarget) => ActionLink[];
}
