import { getDeletedId } from '../../store/outbox/event-ids.ts';
import type { IsoTime } from '../../text/format-time.ts';
import type { Message } from './message.ts';

/** Makes programs erase an inquiry. */
export const deleted: Message<{ id: string; timestamp: IsoTime }> = {
  kind: 'deleted',
  load: async ({ id, at }) => ({ id: getDeletedId(id), timestamp: at }),
  webhook: ({ id, timestamp }) => ({ type: 'inquiry.deleted', timestamp, data: { id } }),
};
