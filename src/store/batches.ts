import { setImmediate as endOfTurn } from 'node:timers/promises';

/** Rows of a batch: few, so that the server's writes hardly wait. */
export const batchSize = 50;

export const toBatches = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / batchSize) }, (_, index) =>
    items.slice(index * batchSize, (index + 1) * batchSize),
  );

/** Calls `next` until it handles fewer rows than a batch, or `signal` is aborted. Adds them up. */
export async function repeatBatches(next: () => Promise<number>, signal?: AbortSignal) {
  let count = 0;
  for (;;) {
    const batch = await next();
    count += batch;
    if (batch < batchSize || signal?.aborted) return count;
    // SQLite runs in this process: serves requests between batches.
    await endOfTurn();
  }
}
