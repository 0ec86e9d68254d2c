import { dayMs, hourMs, toIso } from '../inquiry/format-time.ts';
import { readSharedValue, saveSharedValue } from '../store/shared-values.ts';
import type { Database } from '../store/store.ts';

/** Times are ISO 8601 in UTC. */
export interface ClockState {
  /** Last time at which a server saw the store. */
  seenAt: string;
  /** Nothing expires before this time: the clock may be wrong. */
  pausedUntil?: string | undefined;
}

/**
 * Compares the time with the one at which the store was last seen. After a jump of more than two days
 * nothing expires until a server has run for 24 hours at the new time.
 */
export function advanceClock({ seenAt, pausedUntil }: ClockState, now: number): ClockState {
  const gapMs = now - Date.parse(seenAt);
  // A server that was off for longer waits, too: nothing is lost by that.
  if (gapMs > 2 * dayMs) return { seenAt: toIso(now), pausedUntil: toIso(now + dayMs) };
  // The clock was corrected.
  if (!pausedUntil || pausedUntil <= seenAt || gapMs < -dayMs) return { seenAt: toIso(now) };
  // Retention runs each hour: no server was running.
  const wasOffMs = gapMs > 2 * hourMs ? gapMs : 0;
  return { seenAt: toIso(now), pausedUntil: toIso(Date.parse(pausedUntil) + wasOffMs) };
}

const readLast = async (store: Database) =>
  JSON.parse((await readSharedValue(store, 'clock')) ?? 'null') as ClockState | null;

/** Compares the clock, at `now`, with the last time at which a server saw the store. Throws `StoreUnavailable`. */
export async function readClock(store: Database, now: number): Promise<ClockState | undefined> {
  const last = await readLast(store);
  return last ? advanceClock(last, now) : undefined;
}

/** Notes that a server sees the store at `now`. Throws `StoreUnavailable`. */
export async function updateClock(store: Database, now: number) {
  const newest = store.db.selectFrom('inquiries').select(({ fn }) => fn.max('receivedAt').as('at'));
  let last = await readLast(store);
  // A store that no server has seen has the time of its newest inquiry.
  last ??= { seenAt: (await newest.executeTakeFirst())?.at ?? toIso(now) };
  const state = advanceClock(last, now);
  await saveSharedValue(store, 'clock', JSON.stringify(state));
  return { ...state, lastSeenAt: last.seenAt };
}
