import { sql, type SqlBool } from 'kysely';
import { formatTime } from '../../inquiry/format-time.ts';
import type { NewestInquiries } from '../../inquiry/stored-inquiry.ts';
import { readNewest } from '../../store/inquiries/list-inquiries.ts';
import { describeEntry, describeRest, formatCount, nameFirst } from '../email/describe-inquiry.ts';
import { notes } from '../email/render-mail.ts';
import { isNamedIn, maxSingleMails } from '../arrival/flood.ts';
import type { Message } from './message.ts';

/** Inquiries that a summary names: Gmail cuts an e-mail at 102 kB. */
const maxNamed = 20;

/** New inquiries, when more arrive than the team can be told one by one. */
export const summary: Message<NewestInquiries & { until: string }> = {
  kind: 'summary',

  /** Obsolete if all its inquiries are deleted. */
  async load({ id, at: until, about }, { store }) {
    const isNamed = sql<SqlBool>`(
      received_at between ${about ?? ''} and ${until} and ${isNamedIn(id)}
    )`;
    const newest = await readNewest(store.db.selectFrom('inquiries').where(isNamed), maxNamed);
    return newest.count ? { until, ...newest } : undefined;
  },

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
