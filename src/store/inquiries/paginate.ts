import type { SelectQueryBuilder } from 'kysely';
import { wrapStoreErrors } from '../store-errors.ts';
import type { Tables } from '../tables.ts';

const pageSize = 500;

/**
 * Streams up to `limit` rows a page at a time, so that memory is bounded and a slow reader holds no
 * locks. `readPage` takes the last row of the previous page and the maximum number of rows.
 */
export async function* paginate<Row>(
  readPage: (after: Row | undefined, limit: number) => Promise<Row[]>,
  limit = Infinity,
): AsyncGenerator<Row> {
  let after: Row | undefined;
  for (let remaining = limit; remaining > 0; remaining -= pageSize) {
    const length = Math.min(remaining, pageSize);
    const page = await readPage(after, length);
    yield* page;
    after = page.at(-1);
    if (page.length < length) return;
  }
}

/** Streams inquiries from `since` (ISO 8601 in UTC) on, oldest first. Throws `StoreUnavailable`. */
export const streamByArrival = <Row extends { receivedAt: string; id: string }>(
  query: SelectQueryBuilder<Tables, 'inquiries', Row>,
  since: string,
): AsyncGenerator<Row> =>
  paginate<Row>((after, limit) => {
    const { receivedAt, id } = after ?? { receivedAt: since, id: '' };
    const page = query
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('receivedAt', 'id'), '>', tuple(receivedAt, id)),
      )
      .orderBy('receivedAt')
      .orderBy('id')
      .limit(limit);
    return wrapStoreErrors('The inquiries could not be read', () => page.execute());
  });
