import { countSuspected } from '../../store/inquiries/due-inquiries.ts';
import { readNamedInFloodDigest } from '../../store/inquiries/skipped-in-flood.ts';
import type { Database } from '../../store/store.ts';
import { toIso } from '../../text/format-time.ts';
import { maxMailsPerHour } from '../arrival/skip-flood.ts';
import {
  describeEntry,
  formatCount,
  type MailedInquiry,
  renderList,
} from '../email/describe-inquiry.ts';
import type { MailContext } from '../email/mail-context.ts';
import { nameFirst } from '../email/name-inquiry.ts';
import { type Mail, renderNotes, renderSection } from '../email/render-mail.ts';
import {
  countFailing,
  type DigestContents,
  type DigestCounts,
  type DueCounts,
  readBackupAge,
  readDueCounts,
  readNotDelivered,
} from '../messages/digest-contents.ts';
import {
  askToReport,
  describeCounts,
  describeFailing,
  formatLongDate,
  listFailures,
} from '../messages/digest-texts.ts';
import {
  type MailTexts,
  type Message,
  type NotificationContext,
  toMailed,
} from '../messages/message.ts';

/** Maximum number of new inquiries that a flood digest describes. */
const maxAdded = 20;
/** Maximum length of the HTML of their list, without styles. An escaped character takes up to 6. */
const maxListLength = 50_000;

/** Contents of a flood digest: new inquiries, and counts of what the daily digest lists. */
export interface FloodDigest extends Pick<DigestContents, 'notDelivered' | 'backupAgeDays'> {
  added: AddedInquiries;
  due: DueCounts;
  suspectedCount: number;
}

/** Inquiries whose e-mail was skipped. */
interface AddedInquiries {
  /** Number of all such inquiries. */
  count: number;
  /** The newest of them. */
  first: MailedInquiry[];
}

/**
 * E-mail at any hour that describes inquiries of a flood, and counts what the daily digest lists.
 */
export const floodDigest: Message = {
  kind: 'flood-digest',

  async load({ number }, context) {
    const contents = await readFloodDigest(context, number);
    return contents && writeFloodDigest(contents);
  },
};

export const writeFloodDigest = (contents: FloodDigest): MailTexts => ({
  mail: (context) => floodDigestMail(contents, context),
});

/**
 * Reads the contents of the flood digest with an event number; undefined if all its inquiries are
 * deleted.
 */
export async function readFloodDigest(
  context: NotificationContext,
  number: number,
): Promise<FloodDigest | undefined> {
  const { store, clock } = context;
  const added = await readAdded(store, number);
  if (added.count === 0) return undefined;
  const now = clock();
  return {
    added,
    due: await readDueCounts(context, now),
    suspectedCount: await countSuspected(store, toIso(now)),
    notDelivered: await readNotDelivered(context, number, now),
    backupAgeDays: await readBackupAge(store, now),
  };
}

/** Reads the inquiries that the flood digest with this event number names. */
async function readAdded(store: Database, digestNumber: number): Promise<AddedInquiries> {
  const { count, first } = await readNamedInFloodDigest(store, digestNumber, maxAdded);
  const entries = first.map((inquiry) => ({ inquiry }));
  return { count, first: await toMailed(store, entries) };
}

/** Counts what the daily digest lists, as far as a flood digest tells of it. */
const countListed = (data: FloodDigest): DigestCounts => ({
  due: data.due,
  suspected: data.suspectedCount,
  markedSpam: 0,
  ...countFailing(data.notDelivered),
  refused: 0,
  backupAgeDays: data.backupAgeDays,
});

function floodDigestMail(data: FloodDigest, context: MailContext): Mail {
  const { added, due, notDelivered } = data;
  const { firm, localeOptions } = context;
  const heading = `Inquiries on ${formatLongDate(localeOptions, due.day)}`;
  const newCount = formatCount(localeOptions, added.count, 'new');
  const counts = [newCount, ...describeCounts(localeOptions, countListed(data))].join(', ');
  const reason = `More than ${maxMailsPerHour} came within an hour: new ones come together.`;
  const failures = notDelivered.map((failing) => describeFailing(failing, localeOptions));
  const entries = added.first.map((mailed) => describeEntry(mailed, context));
  const list = renderList(localeOptions, added.count, entries, maxListLength);
  return {
    subject: `${heading}: ${counts}`,
    news: `${counts}.`,
    isUrgent: due.late > 0,
    excerpt: nameFirst(added.first, localeOptions),
    heading,
    parts: [
      renderSection('Not delivered', listFailures(failures, askToReport(firm))),
      renderSection('New since the last email', list),
      renderNotes(`${reason} Only the digest reminds you of these.`),
    ],
  };
}
