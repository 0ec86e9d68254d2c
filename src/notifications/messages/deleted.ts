import { getDeletedId } from '../../store/outbox/event-ids.ts';
import type { Message } from './message.ts';

/** Tells programs to erase an inquiry. */
export const deleted: Message = {
  kind: 'deleted',
  load: async ({ id, at }) => ({
    webhook: () => ({ type: 'inquiry.deleted', timestamp: at, data: { id: getDeletedId(id) } }),
  }),
};
