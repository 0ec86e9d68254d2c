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
