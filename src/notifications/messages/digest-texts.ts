import { formatNumber } from '../../text/format-number.ts';
import { formatTime } from '../../text/format-time.ts';
import { defaultLocale, type LocaleOptions } from '../../text/locale-options.ts';
import { formatCount } from '../email/describe-inquiry.ts';
import type { FirmFacts } from '../email/mail-context.ts';
import { type Part, renderParagraph } from '../email/render-mail.ts';
import type { DigestCounts, DueCounts, FailingDeliveries } from './digest-contents.ts';

// Texts of the daily digest and of flood digests.

/** Asks the reader to report a problem to the administrator. */
export const askToReport = ({ administrator }: FirmFacts): string =>
  `please tell ${administrator.name} (${administrator.email}).`;

/** Describes the counts of a digest; empty if all are 0. */
export function describeCounts(localeOptions: LocaleOptions, counts: DigestCounts): string[] {
  const { suspected, markedSpam, notDelivered, partlyDelivered, refused, backupAgeDays } = counts;
  const texts = describeDueCounts(localeOptions, counts.due);
  const add = (count: number, words: string) => {
    if (count > 0) texts.push(formatCount(localeOptions, count, words));
  };
  add(notDelivered, 'not delivered');
  add(partlyDelivered, 'not delivered to some of you');
  if (refused > 0) texts.push(describeRefused(localeOptions, refused));
  add(suspected, 'suspected spam');
  add(markedSpam, 'marked as spam');
  if (backupAgeDays !== undefined) texts.push(`no backup for ${backupAgeDays} days`);
  return texts;
}

/** Counts the due inquiries; empty if there are none. */
function describeDueCounts(localeOptions: LocaleOptions, due: DueCounts): string[] {
  const counts: string[] = [];
  if (due.late > 0) counts.push(formatCount(localeOptions, due.late, 'late'));
  if (due.today > 0) counts.push(formatCount(localeOptions, due.today, 'due today'));
  if (due.later > 0)
    counts.push(
      formatCount(localeOptions, due.later, `due by ${describeNextDay(localeOptions, due)}`),
    );
  return counts;
}

/** Names the day of the next digest: "Monday morning", or a day after holidays with its date. */
function describeNextDay(localeOptions: LocaleOptions, { day, nextDay }: DueCounts): string {
  const isWithinWeek = Temporal.PlainDate.from(day).until(nextDay).days < 7;
  if (!isWithinWeek) return formatLongDate(localeOptions, nextDay);
  return `${formatDate(localeOptions, nextDay, { weekday: 'long' })} morning`;
}

export const describeRefused = (localeOptions: LocaleOptions, count: number): string =>
  `${formatCount(localeOptions, count, 'email', 'emails')} did not reach some of you`;

/** Lists failures with the request to report them; empty if there are none. */
export const listFailures = (failures: string[], request: string): Part[] =>
  failures.length > 0 ? [renderParagraph(...failures, `If it goes on, ${request}`)] : [];

/**
 * Describes the failing deliveries to one destination, and how many of them reached some of the
 * team.
 */
export function describeFailing(failing: FailingDeliveries, localeOptions: LocaleOptions): string {
  const { destination, count, partlyCount, state, waitingSince } = failing;
  const total = formatNumber(localeOptions, count);
  const partly =
    partlyCount > 0
      ? ` ${formatNumber(localeOptions, partlyCount)} of these reached some of you.`
      : '';
  if (state === 'failed')
    return `To the ${destination}, given up: ${total}. These are not sent again.${partly}`;
  const since = formatTime(localeOptions, Date.parse(waitingSince));
  return `To the ${destination}: ${total}, still tried since ${since}.${partly}`;
}

/** Formats a date such as 2026-11-23 as "Monday, November 23". */
export const formatLongDate = (localeOptions: LocaleOptions, day: string): string =>
  formatDate(localeOptions, day, { weekday: 'long', month: 'long', day: 'numeric' });

const formatDate = (
  { locale = defaultLocale }: LocaleOptions,
  day: string,
  style: Intl.DateTimeFormatOptions,
): string => Temporal.PlainDate.from(day).toLocaleString(locale, style);
