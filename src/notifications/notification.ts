import type { Due } from '../inquiry/deadlines.ts';
import type { Sender } from '../outbox/attempt-delivery.ts';
import type { Senders } from '../outbox/delivery-workers.ts';
import type { StoredInquiry } from '../store/inquiries/stored-inquiry.ts';
import type { OutageReport, Reminder } from '../store/tables.ts';
import type { Outage } from './outages.ts';
import type { Digest } from './schedule/read-digest.ts';

/** What is told to a destination. */
export type News = (
  | { kind: 'received' | 'acknowledgement'; inquiry: StoredInquiry }
  | { kind: Reminder; inquiry: StoredInquiry; due: Due }
  | { kind: 'digest'; digest: Digest }
  | { kind: OutageReport; outage: Outage }
) & {
  /** Number of times that the team had it sent again; 0 by default. */
  redeliveries?: number;
};

/** The same at each attempt and redelivery, and unique for its destination: `review-late-…`. */
export const nameOf = (news: News): string => `${news.kind}-${subjectOf(news)}`;

function subjectOf(news: News) {
  if ('digest' in news) return news.digest.day;
  // Neither a Message-ID takes a colon, nor a webhook-id a full stop.
  return 'outage' in news ? news.outage.beganAt.replaceAll(/\D/g, '') : news.inquiry.id;
}

export type NotificationSender = Sender<News>;

export type NotificationSenders = Senders<News>;
