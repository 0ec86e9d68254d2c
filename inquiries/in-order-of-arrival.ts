import type { SelectQueryBuilder } from 'kysely';
import { inPages } from './in-pages.ts';
import { orUnavailable } from './store-unavailable.ts';
import type { Tables } from './tables.ts';

/**
 * The inquiries of a query that arrived from `since` (ISO 8601 in UTC) on, the oldest first, any
 * number of them. Throws `StoreUnavailable`.
 */
export const inOrderOfArrival = <Row extends { receivedAt: string; id: string }>(
  query: SelectQueryBuilder<Tables, 'inquiries', Row>,
  since: string,
): AsyncGenerator<Row> =>
  inPages<Row>((after, limit) => {
    const { receivedAt, id } = after ?? { receivedAt: since, id: '' };
    const page = query
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('receivedAt', 'id'), '>', tuple(receivedAt, id)),
      )
      .orderBy('receivedAt')
      .orderBy('id')
      .limit(limit);
    return orUnavailable('The inquiries could not be read', () => page.execute());
  });
