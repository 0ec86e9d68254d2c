import type { SelectQueryBuilder } from 'kysely';
import { orUnavailable } from './store-unavailable.ts';
import type { Tables } from './tables.ts';

const pageSize = 500;

/**
 * The inquiries of a query that arrived from `since` (ISO 8601 in UTC) on, the oldest first. Reads a
 * page at a time, so that any number fits into memory and a slow reader holds nothing in the store.
 * Throws `StoreUnavailable`.
 */
export async function* inPages<Row extends { receivedAt: string; id: string }>(
  query: SelectQueryBuilder<Tables, 'inquiries', Row>,
  since: string,
): AsyncGenerator<Row> {
  let last = { receivedAt: since, id: '' };
  for (;;) {
    const { receivedAt, id } = last;
    const page = query
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('receivedAt', 'id'), '>', tuple(receivedAt, id)),
      )
      .orderBy('receivedAt')
      .orderBy('id')
      .limit(pageSize);
    const rows = await orUnavailable('The inquiries could not be read', () => page.execute());
    yield* rows;
    const next = rows.at(-1);
    if (!next || rows.length < pageSize) return;
    last = next;
  }
}
