import type { Sender } from '../src/notifications/notification.ts';
import type { StoredInquiry } from '../src/store/inquiries/stored-inquiry.ts';

/** Tells one destination that an inquiry arrived. */
export const tellingOfInquiries =
  (sender: Promise<Sender>) => async (inquiry: StoredInquiry, signal: AbortSignal) =>
    (await sender)({ kind: 'received', inquiry }, signal);
