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
