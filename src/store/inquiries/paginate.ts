import type { SelectQueryBuilder } from 'kysely';
import { orUnavailable } from '../store-errors.ts';
import type { Tables } from '../tables.ts';

const pageSize = 500;

/**
 * What `readPage` finds, at most `limit`, one after another: read a page at a time, so that any
 * number fits into memory and a slow reader holds nothing in the store. `readPage` takes the last
 * row of the page before and how many rows to read at most.
 */
export async function* inPages<Row>(
  readPage: (after: Row | undefined, limit: number) => Promise<Row[]>,
  limit = Infinity,
): AsyncGenerator<Row> {
  let after: Row | undefined;
  for (let left = limit; left > 0; left -= pageSize) {
    const length = Math.min(left, pageSize);
    const page = await readPage(after, length);
    yield* page;
    after = page.at(-1);
    if (page.length < length) return;
  }
}

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
