import { leaveToFloodDigest } from '../../store/outbox/flood-digests.ts';
import type { Message } from './message.ts';

/**
 * Messages of kinds that earlier versions queued. They may be in the store, or come from an older
 * server during a rolling upgrade.
 */
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
