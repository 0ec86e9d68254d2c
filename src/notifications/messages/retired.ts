import { leaveToFloodDigest } from '../../store/outbox/flood-digests.ts';
import type { Message } from './message.ts';

/** Kinds of earlier versions, which a store may hold, or a server of one during a rolling upgrade. */
export const retired: Message[] = [
  { kind: 'outage', load: async () => undefined },
  { kind: 'recovery', load: async () => undefined },
  { kind: 'address-refused', load: async () => undefined },
  {
    kind: 'summary',
    load: async () => undefined,

    /** Leaves the inquiries that the summary would have named to the next flood digest. */
    recordFollowUp: (transaction, _, { event }) => leaveToFloodDigest(transaction, event.id),
  },
];
