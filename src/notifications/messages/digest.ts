import { linkDays, promisedHours, spamRetentionDays } from '../../content/periods.ts';
import { getAuthor } from '../../inquiry/link-actions.ts';
import { toZoned } from '../../inquiry/team-days.ts';
import type { PeriodStats } from '../../inquiry/weekly-stats.ts';
import { formatNumber } from '../../text/format-number.ts';
import { type EpochMs, formatShare, formatTime } from '../../text/format-time.ts';
import type { LocaleOptions } from '../../text/locale-options.ts';
import { describeEntry, describeRest, formatCount, renderList } from '../email/describe-inquiry.ts';
import { labelButtons } from '../email/inquiry-links.ts';
import type { MailContext } from '../email/mail-context.ts';
import { nameFirst, nameInList } from '../email/name-inquiry.ts';
import {
  type Mail,
  type Optional,
  type Part,
  renderButtons,
  renderEntry,
  renderInquirerText,
  renderNotes,
  renderParagraph,
  renderSection,
} from '../email/render-mail.ts';
import {
  countContents,
  type DigestContents,
  type DigestContext,
  type DigestEvent,
  type DueEntries,
  hasNews,
  readDigestContents,
} from './digest-contents.ts';
import {
  askToReport,
  describeCounts,
  describeFailing,
  describeRefused,
  formatLongDate,
  listFailures,
} from './digest-texts.ts';
import type { MailTexts, Message } from './message.ts';

/** Maximum length of the HTML of a list, without styles. An escaped character takes up to 6. */
const maxListLength = 20_000;

/** E-mail on business mornings that lists due and late inquiries. */
export const digest: Message = {
  kind: 'digest',

  async load(event, context) {
    const contents = await readDigest(context, event, context.clock());
    return contents && writeDigest(contents);
  },
};

export const writeDigest = (contents: DigestContents): MailTexts => ({
  mail: (context) => digestMail(contents, context),
});

/**
 * The digest for the recipients of escalations. It has no links, because these recipients do not
 * respond to inquiries.
 */
export const escalation: Message = {
  kind: 'escalation',

  async load(event, context) {
    const contents = await readDigest(context, event, context.clock());
    return contents && contents.escalated.count > 0 ? writeEscalation(contents) : undefined;
  },
};

export const writeEscalation = (contents: DigestContents): MailTexts => ({
  mail(context) {
    const mail = digestMail(contents, { ...context, getLinks: () => [] }, 'Escalation');
    const news = `${describeEscalation(contents, context)} ${mail.news}`;
    return { ...mail, to: context.escalateTo ?? [], news };
  },
});

function describeEscalation({ escalated }: DigestContents, { localeOptions }: MailContext): string {
  const { count, first } = escalated;
  const name = nameFirst(first, localeOptions);
  const reason = 'You get this email because';
  if (count === 1) return `${reason} an inquiry is two business days late: ${name}.`;
  const total = formatNumber(localeOptions, count);
  return `${reason} ${total} inquiries are two business days late, the first of them ${name}.`;
}

/**
 * Reads the contents, at `now`, of the digest that an event records for a date in the firm's time
 * zone. Returns undefined before and after that date, and if there is nothing to report. Throws
 * `StoreUnavailable`.
 */
export async function readDigest(
  context: DigestContext,
  event: DigestEvent,
  now: EpochMs,
): Promise<DigestContents | undefined> {
  const day = toZoned(now, context.officeHours).toPlainDate().toString();
  if (day !== event.about) return undefined;
  const contents = await readDigestContents(context, event, now);
  return hasNews(contents) ? contents : undefined;
}

function digestMail(
  data: DigestContents,
  context: MailContext,
  title: 'Inquiries' | 'Escalation' = 'Inquiries',
): Mail {
  const { day, late, upcoming, lastWeek, backupAgeDays } = data;
  const { localeOptions } = context;
  const heading = `${title} on ${formatLongDate(localeOptions, day)}`;
  const counts = describeCounts(localeOptions, countContents(data));
  const summary = counts.join(', ') || 'nothing is due';
  return {
    subject: `${heading}: ${summary}`,
    news: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    isUrgent: late.count > 0 || backupAgeDays !== undefined,
    excerpt: nameFirst([...late.first, ...upcoming.first], localeOptions),
    heading,
    parts: [
      lastWeek && renderParagraph(describeWeek(localeOptions, lastWeek)),
      ...describeProblems(data, context),
      ...describeInquiries(data, context),
      hasLinks(data, context) && renderNotes(linksNote),
      lastWeek && renderNotes(describeSchedule(context)),
    ],
  };
}

const linksNote = `Each link opens a page that asks you to confirm. It works for ${linkDays} days without signing in.`;

/** Tells if a digest has links. Without a secret, and in an escalation, it has none. */
function hasLinks(
  { late, upcoming, suspected, markedSpam }: DigestContents,
  { getLinks }: MailContext,
): boolean {
  const listed = late.first.length + upcoming.first.length + suspected.count + markedSpam.count;
  return listed > 0 && getLinks({ kind: 'suspected', until: suspected.until }).length > 0;
}

/** States when a digest always comes, so that a missing one is noticed. */
const describeSchedule = ({ firm }: MailContext): string =>
  `The first digest of a week always comes. If it does not, ${askToReport(firm)}`;

/** Describes problems that the administrator has to fix. */
function describeProblems(
  data: DigestContents,
  { firm, localeOptions }: MailContext,
): Optional<Part>[] {
  const request = askToReport(firm);
  return [
    renderSection('Not delivered', describeFailures(data, localeOptions, request)),
    renderSection('Backup', describeBackup(data, request)),
  ];
}

/** Describes the due inquiries and the spam. */
function describeInquiries(data: DigestContents, context: MailContext): Optional<Part>[] {
  const nextDigest = formatLongDate(context.localeOptions, data.nextDay);
  return [
    renderSection('Late', describeDue(data.late, context)),
    renderSection(
      `Due before the next digest on ${nextDigest}`,
      describeDue(data.upcoming, context),
    ),
    renderSection('Suspected spam', describeSuspected(data, context)),
    renderSection('Marked as spam', describeMarked(data, context)),
  ];
}

function describeFailures(
  { notDelivered, unconfigured, refused }: DigestContents,
  localeOptions: LocaleOptions,
  request: string,
): Part[] {
  const failures = notDelivered.map((failing) => describeFailing(failing, localeOptions));
  for (const { destination, count } of unconfigured) {
    const total = formatNumber(localeOptions, count);
    const condition = 'These are sent only if it is configured again within four days.';
    failures.push(`To the ${destination}, which is not configured: ${total}. ${condition}`);
  }
  if (refused)
    failures.push(
      `${describeRefused(localeOptions, refused)}: the mail server refused an address.`,
    );
  return listFailures(failures, request);
}

function describeBackup({ backupAgeDays }: DigestContents, request: string): Part[] {
  if (backupAgeDays === undefined) return [];
  return [
    renderParagraph(
      `The last verified copy of the inquiries is ${backupAgeDays} days old: ${request}`,
    ),
  ];
}

function describeWeek(localeOptions: LocaleOptions, week: PeriodStats): string {
  const { received, onTimeShare, responseOnTimeShare, lateWhileClosed } = week;
  const facts = [formatCount(localeOptions, received, 'inquiry', 'inquiries')];
  if (onTimeShare !== undefined) {
    facts.push(`${formatShare(onTimeShare)} reviewed within ${promisedHours.review} hours`);
  }
  if (responseOnTimeShare !== undefined) {
    facts.push(
      `${formatShare(responseOnTimeShare)} answered within ${promisedHours.response} hours`,
    );
  }
  const summary = `Last week: ${facts.join(', ')}.`;
  if (lateWhileClosed === 0) return summary;
  const late = formatCount(localeOptions, lateWhileClosed, 'late one', 'late ones');
  return `${summary} ${late} fell due while the office was closed.`;
}

function describeDue({ count, first }: DueEntries, context: MailContext): Optional<Part>[] {
  const entries = first.map((item) => describeEntry(item, context, item.due));
  return renderList(context.localeOptions, count, entries, maxListLength);
}

/**
 * Lists the suspected spam, which has no reminders, with its reasons and one link for all of it.
 */
function describeSuspected(
  { suspected }: DigestContents,
  { localeOptions, getLinks }: MailContext,
): Optional<Part>[] {
  const { count, first, until } = suspected;
  if (count === 0) return [];
  const lines = first.map((inquiry) =>
    renderInquirerText([`${nameInList(inquiry, localeOptions)}: ${inquiry.suspectedSpam}`]),
  );
  const links = labelButtons(getLinks({ kind: 'suspected', until }));
  return [renderParagraph(...lines), describeRest(localeOptions, suspected), renderButtons(links)];
}

/**
 * Lists the spam that links have marked, with author and time, and a link that takes back each
 * mark.
 */
function describeMarked({ markedSpam }: DigestContents, context: MailContext): Optional<Part>[] {
  const entries = markedSpam.first.map(({ inquiry, mark, changeNumber }) => {
    const author = getAuthor(mark) ?? 'Somebody';
    const time = formatTime(context.localeOptions, Date.parse(mark.at));
    const target = { kind: 'change', inquiryId: inquiry.id, changeNumber } as const;
    const line = `Marked by ${author} (by a link) on ${time}. It is deleted ${spamRetentionDays} days later.`;
    return renderEntry(
      nameInList(inquiry, context.localeOptions),
      [line],
      undefined,
      context.getLinks(target),
    );
  });
  return [...entries, describeRest(context.localeOptions, markedSpam)];
}
