import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Condition,
  eraseBatch,
  receivedBefore,
  selectIds,
  spamBefore,
} from '../erase-inquiries.ts';
import { orUnavailable } from '../store-unavailable.ts';
import type { Store } from '../store.ts';
import { expiredBefore, spamExpiredBefore } from './retention-times.ts';

// SQLite works in this process: so few take about 10 ms, and requests get their turn in between.
const batchSize = 25;
const pauseMs = 25;

export interface RetentionRule {
  /** How long an inquiry is kept; undefined for ever. Spam is erased all the same. */
  months: number | undefined;
  /** The firm's (IANA name). */
  timeZone: string;
}

/** How many inquiries were erased, by the reason. */
export interface Erased {
  age: number;
  spam: number;
}

/**
 * Erases, with all that belongs to it, what is not to be kept any longer at `now` (ms since the
 * epoch), and calls `onErased` after each batch. Several processes may do so at once: each takes
 * what the others leave. Ends early when `signal` is aborted. What is erased stays in the store's
 * files until they are scrubbed. Throws `StoreUnavailable`.
 */
export async function eraseExpired(
  store: Store,
  { months, timeZone }: RetentionRule,
  now: number,
  { signal, onErased }: { signal: AbortSignal; onErased: (erased: Erased) => void },
): Promise<void> {
  await orUnavailable('Expired inquiries could not be erased', async () => {
    if (months !== undefined) {
      await eraseAll('age', receivedBefore(expiredBefore(now, timeZone, months)));
    }
    await eraseAll('spam', spamBefore(spamExpiredBefore(now)));
  });

  async function eraseAll(why: keyof Erased, condition: Condition) {
    while (!signal.aborted) {
      // Looks before it takes the write lock: mostly there is nothing to erase.
      if (!(await selectIds(store.db, condition).limit(1).executeTakeFirst())) return;
      const count = await eraseBatch(store, (transaction) =>
        selectIds(transaction, condition).limit(batchSize).forUpdate().skipLocked(),
      );
      if (!count) return;
      onErased({ age: 0, spam: 0, [why]: count });
      await sleep(pauseMs);
    }
  }
}
