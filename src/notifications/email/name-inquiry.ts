import type { MailCopy } from '../../content/mails.ts';
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { toExcerpt } from '../../text/excerpt.ts';
import { formatMinute } from '../../text/format-time.ts';
import { toSafeLine } from '../../text/hidden-chars.ts';
import type { LocaleOptions } from '../../text/locale-options.ts';

export const nameInquirer = ({ firstName, lastName }: StoredInquiry): string =>
  toSafeLine(`${firstName} ${lastName}`);

/** Names an inquiry by person, company and time of arrival. */
export function nameInquiry(inquiry: StoredInquiry, localeOptions: LocaleOptions): string {
  const received = formatMinute(localeOptions, Date.parse(inquiry.receivedAt));
  return toSafeLine(`${nameInquirer(inquiry)}, ${inquiry.company} (${received})`);
}

/** Names an inquiry in a list, briefly enough to keep the list small. */
export const nameInList = (inquiry: StoredInquiry, localeOptions: LocaleOptions): string =>
  toExcerpt(nameInquiry(inquiry, localeOptions), 120);

/** Names the first three inquiries, for the preview in a mailbox. */
export function nameFirst(
  entries: { inquiry: StoredInquiry }[],
  localeOptions: LocaleOptions,
): string {
  const names = entries.slice(0, 3).map(({ inquiry }) => nameInquiry(inquiry, localeOptions));
  return names.join('; ');
}

/**
 * Matches a name of a company that can hardly be a message: it has at most five words, and no
 * characters of a link, an amount or a telephone number.
 */
const plainName = /^\p{L}[\p{L}\p{M}&,'’-]*(?: [\p{L}\p{M}&,'’-]+){0,4}\.?$/u;
const maxNameLength = 40;

/**
 * Returns the subject of a letter to the inquirer. Omits a name that may be a message, because
 * anybody can enter the address of a stranger.
 */
export function getLetterSubject({ company }: StoredInquiry, mails: MailCopy): string {
  const name = toSafeLine(company);
  const isPlain = name.length <= maxNameLength && plainName.test(name);
  return isPlain ? mails.subjectOfCompany(name) : mails.subject;
}
