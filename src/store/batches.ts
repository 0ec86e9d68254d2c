import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import type { Database } from './store.ts';

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

/**
 * Runs a statement that changes at most `batchSize` rows, until it changes fewer, or `signal` is
 * aborted.
 */
export async function repeatStatement(
  { db }: Database,
  statement: RawBuilder<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const runOnce = async () => Number((await statement.execute(db)).numAffectedRows);
  await repeatBatches(runOnce, signal);
}
