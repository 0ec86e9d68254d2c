import { sql, type SqlBool } from 'kysely';
import { formatTime } from '../../inquiry/format-time.ts';
import { readNewest } from '../../store/inquiries/list-inquiries.ts';
import type { Database } from '../../store/store.ts';
import { describeEntry, describeRest, formatCount, nameFirst } from '../email/describe-inquiry.ts';
import { notes } from '../email/render-mail.ts';
import { isNamedIn, maxSingleMails } from '../flood.ts';
import type { Message, StoredEvent } from './message.ts';

/** Inquiries that a summary names: Gmail cuts an e-mail at 102 kB. */
const maxNamed = 20;

type Summary = NonNullable<Awaited<ReturnType<typeof readSummary>>>;

/** New inquiries, when more arrive than the team can be told one by one. */
export const summary: Message<Summary> = {
  kind: 'summary',
  load: (event, { store }) => readSummary(store, event),

  mail({ until, count, first }, context) {
    const total = formatCount(count, 'new inquiry', 'new inquiries');
    return {
      subject: `${total} until ${formatTime(context.timeZone, Date.parse(until))}`,
      news: `More than ${maxSingleMails} came within an hour: new ones come together.`,
      excerpt: nameFirst(first, context.timeZone),
      heading: total,
      parts: [
        ...first.map((inquiry) => describeEntry(inquiry, context)),
        describeRest({ count, first }),
        notes('Only the digest reminds you of these.'),
      ],
    };
  },
};

/** Reads a summary; undefined if all its inquiries are deleted. Throws `StoreUnavailable`. */
export async function readSummary(
  { db }: Database,
  { id, at: until, about }: Pick<StoredEvent, 'id' | 'at' | 'about'>,
) {
  const isNamed = sql<SqlBool>`(
    received_at between ${about ?? ''} and ${until} and ${isNamedIn(id)}
  )`;
  const newest = await readNewest(db.selectFrom('inquiries').where(isNamed), maxNamed);
  return newest.count ? { until, ...newest } : undefined;
}
