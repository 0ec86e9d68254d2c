import type { Deadline } from '../inquiry/deadlines.ts';
import type { HistoryEntry } from '../store/inquiries/read-history.ts';
import type { StoredInquiry } from '../store/inquiries/stored-inquiry.ts';
import type { OutageReport, Reminder } from '../store/tables.ts';
import type { Outage } from './outages.ts';
import type { RefusedAddress } from './refused-addresses.ts';
import type { Digest } from './schedule/read-digest.ts';

/** Message to a destination. */
export type Notification =
  /** `earlier`: for the team's e-mail only. */
  (
    | { kind: 'received'; inquiry: StoredInquiry; earlier?: StoredInquiry[] }
    | { kind: 'acknowledgement'; inquiry: StoredInquiry }
    /** `inquiry` as the change left it; `number` of its event. */
    | { kind: 'updated'; inquiry: StoredInquiry; change: HistoryEntry; number: number }
    /** `reportedAt`: first attempt to report it. */
    | { kind: 'deleted'; id: string; reportedAt: string }
    | { kind: Reminder; inquiry: StoredInquiry; due: Deadline }
    | { kind: 'digest'; digest: Digest }
    /** `reportedAt`: first attempt to report it. */
    | { kind: OutageReport; outage: Outage; reportedAt: string }
    /** Longest refused first. */
    | { kind: 'address-refused'; refused: RefusedAddress[] }
    /** Sent by "inquiries check --send", never queued. ISO 8601. */
    | { kind: 'test'; sentAt: string }
  ) & {
    /** Number of redeliveries by the team; 0 by default. */
    redeliveries?: number;
  };

/** Stable across attempts and redeliveries, and unique for its destination: `review-late-…`. */
export const notificationId = (notification: Notification): string =>
  `${notification.kind}-${subjectId(notification)}`;

function subjectId(notification: Notification) {
  if ('digest' in notification) return notification.digest.day;
  // A Message-ID cannot contain a colon, nor a webhook-id a full stop.
  if ('sentAt' in notification) return digitsOf(notification.sentAt);
  if ('refused' in notification) return digitsOf(notification.refused.at(-1)?.since ?? '');
  if ('change' in notification) return `${notification.number}-${notification.inquiry.id}`;
  if ('id' in notification) return notification.id;
  return 'outage' in notification ? digitsOf(notification.reportedAt) : notification.inquiry.id;
}

const digitsOf = (time: string) => time.replaceAll(/\D/g, '');
