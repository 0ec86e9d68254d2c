import { getDeletedId } from '../../store/events.ts';
import type { Message } from './message.ts';

/** Tells programs to erase an inquiry. */
export const deleted: Message<{ inquiryId: string; at: string }> = {
  kind: 'deleted',
  load: async ({ id, at }) => ({ inquiryId: getDeletedId(id), at }),
  webhook: ({ inquiryId: id, at: timestamp }) => ({
    type: 'inquiry.deleted',
    timestamp,
    data: { id },
  }),
};
