import type { Deadline } from '../inquiry/deadlines.ts';
import type { HistoryEntry } from '../store/inquiries/read-history.ts';
import type { StoredInquiry } from '../store/inquiries/stored-inquiry.ts';
import type { Reminder } from '../store/tables.ts';
import type { Outage } from './outages.ts';
import type { Digest } from './schedule/digest.ts';

/** Message to a destination about an event. */
export type Notification =
  /** `earlier`: for the team only. */
  (
    | { kind: 'received'; inquiry: StoredInquiry; earlier?: StoredInquiry[] }
    | { kind: 'acknowledgement'; inquiry: StoredInquiry }
    /** `inquiry` as its change with this number left it. */
    | { kind: 'changed'; inquiry: StoredInquiry; change: HistoryEntry; number: number }
    /** `at`: ISO 8601 in UTC. */
    | { kind: 'deleted'; inquiryId: string; at: string }
    | { kind: Reminder; inquiry: StoredInquiry; due: Deadline }
    | { kind: 'digest' | 'escalation'; digest: Digest }
    | { kind: 'outage' | 'recovery'; outage: Outage }
    /** Sent by "inquiries check --send", never queued. ISO 8601. */
    | { kind: 'test'; sentAt: string }
  ) & {
    /** Of the event: stable across attempts and redeliveries. */
    id: string;
    /** Number of redeliveries by the team; 0 by default. */
    redeliveries?: number;
  };
