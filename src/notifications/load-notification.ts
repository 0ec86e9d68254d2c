import { promisedMs } from '../inquiry/deadlines.ts';
import type { LeasedDelivery } from '../outbox/leases.ts';
import {
  storedFields,
  type StoredInquiry,
  toStoredInquiry,
} from '../store/inquiries/stored-inquiry.ts';
import { orUnavailable } from '../store/store-errors.ts';
import type { Store } from '../store/store.ts';
import type { DeliveryKind, OutageReport } from '../store/tables.ts';
import type { News } from './notification.ts';
import { isOutageReport, reportedDestination } from './outages.ts';
import { spanOfDay } from './schedule/digest-times.ts';
import { readDigest } from './schedule/read-digest.ts';
import { dueFor } from './schedule/reminders.ts';

/**
 * What a delivery tells, as the store has it at `now` (ms since the epoch); undefined where there
 * is nothing to tell any more. `timeZone` is the firm's. Throws `StoreUnavailable`.
 */
export function readNews(
  store: Store,
  { kind, inquiryId, day, redeliveries }: LeasedDelivery,
  { now, timeZone }: { now: number; timeZone: string },
): Promise<News | undefined> {
  return orUnavailable('What is to be delivered could not be read', async () => {
    const news = await readContent();
    return news && { ...news, redeliveries };
  });

  function readContent() {
    if (isOutageReport(kind)) return outageNews(kind);
    return day === null ? inquiryNews(kind) : digestNews(day);
  }

  async function inquiryNews(kind: InquiryNewsKind) {
    const row = await store.db
      .selectFrom('inquiries')
      .select(storedFields)
      .where('id', '=', inquiryId)
      .executeTakeFirst();
    return row && newsOf(kind, toStoredInquiry(row), now);
  }

  async function outageNews(kind: OutageReport): Promise<News | undefined> {
    const outage = await store.db
      .selectFrom('outages')
      .selectAll()
      .where('destination', '=', reportedDestination[kind])
      .executeTakeFirst();
    const isOpen = outage?.endedAt === null;
    return outage && isOpen === kind.endsWith('-failed') ? { kind, outage } : undefined;
  }

  async function digestNews(ofDay: string): Promise<News | undefined> {
    const { from, until } = spanOfDay(ofDay, timeZone);
    if (now < from || now >= until) return undefined;
    const digest = await readDigest(store, { day: ofDay, now, until });
    const { late, today, notDelivered } = digest;
    const isEmpty = [late.entries, today.entries, notDelivered].every(({ length }) => length === 0);
    return isEmpty ? undefined : { kind: 'digest', digest };
  }
}

type InquiryNewsKind = Exclude<DeliveryKind, OutageReport>;

function newsOf(kind: InquiryNewsKind, inquiry: StoredInquiry, now: number): News | undefined {
  switch (kind) {
    case 'received':
      return { kind, inquiry };
    case 'acknowledgement':
      return isWorthThanks(inquiry, now) ? { kind, inquiry } : undefined;
    case 'digest':
      return undefined;
    case 'review-soon':
    case 'review-late':
    case 'response-soon':
    case 'response-late': {
      const due = dueFor(kind, inquiry, now);
      return due && { kind, inquiry, due };
    }
  }
}

/** Until what it promises would be over when it is read. */
const isWorthThanks = ({ status, receivedAt }: StoredInquiry, now: number) =>
  status !== 'spam' && now <= Date.parse(receivedAt) + promisedMs.response;
