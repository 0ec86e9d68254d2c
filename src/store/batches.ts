import { setImmediate as endOfTurn } from 'node:timers/promises';

/** Maximum number of rows in a batch: few, so that the writes of the server hardly wait. */
export const batchSize = 50;

export const toBatches = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / batchSize) }, (_, index) =>
    items.slice(index * batchSize, (index + 1) * batchSize),
  );

/**
 * Calls `next`, which handles a batch, until it handles fewer rows than `batchSize`, or `signal` is
 * aborted. Resolves to the total number of rows.
 */
export async function repeatBatches(next: () => Promise<number>, signal?: AbortSignal) {
  let count = 0;
  for (;;) {
    const batch = await next();
    count += batch;
    if (batch < batchSize || signal?.aborted) return count;
    // SQLite runs in this process: let it serve requests between batches.
    await endOfTurn();
  }
}
