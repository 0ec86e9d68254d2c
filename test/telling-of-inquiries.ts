import type { Sender } from '../inquiries/delivery/sender.ts';
import type { StoredInquiry } from '../inquiries/stored-inquiry.ts';

/** Tells one destination that an inquiry arrived. */
export const tellingOfInquiries = (send: Sender) => (inquiry: StoredInquiry, signal: AbortSignal) =>
  send({ kind: 'received', inquiry }, signal);
