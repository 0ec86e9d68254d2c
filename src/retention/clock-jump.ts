import { dayMs, hourMs, toIso } from '../inquiry/format-time.ts';
import { readSharedValue, saveSharedValue } from '../store/shared-values.ts';
import type { Store } from '../store/store.ts';

/** Times are ISO 8601 in UTC. */
export interface ClockState {
  /** Last time at which a server saw the store. */
  seenAt: string;
  /** Nothing expires before this time: the clock may be wrong. */
  pausedUntil?: string | undefined;
}

/** A server that was off for longer waits, too: nothing is lost by that. */
const maxGapMs = 2 * dayMs;
const pauseMs = dayMs;
/** Time without a run after which no server was running. */
const maxPauseGapMs = 2 * hourMs;

/**
 * Compares the time with the one at which the store was last seen. After a jump of more than two days
 * nothing expires until a server has run for 24 hours at the new time.
 */
export function advanceClock({ seenAt, pausedUntil }: ClockState, now: number): ClockState {
  const gapMs = now - Date.parse(seenAt);
  if (gapMs > maxGapMs) return { seenAt: toIso(now), pausedUntil: toIso(now + pauseMs) };
  // The clock was corrected.
  if (!pausedUntil || pausedUntil <= seenAt || gapMs < -dayMs) return { seenAt: toIso(now) };
  const wasOffMs = gapMs > maxPauseGapMs ? gapMs : 0;
  return { seenAt: toIso(now), pausedUntil: toIso(Date.parse(pausedUntil) + wasOffMs) };
}

export type ClockReading = Pick<ClockState, 'pausedUntil'> & { lastSeenAt: string };

/** Reads the last time at which a server saw the store, and the pause at `now`. Throws `StoreUnavailable`. */
export async function readClock(store: Store, now: number): Promise<ClockReading | undefined> {
  const value = await readSharedValue(store, 'clock');
  if (value === undefined) return undefined;
  const last = JSON.parse(value) as ClockState;
  return { ...advanceClock(last, now), lastSeenAt: last.seenAt };
}

/** Notes that a server sees the store at `now`. Throws `StoreUnavailable`. */
export async function updateClock(store: Store, now: number): Promise<ClockReading> {
  const seenAt = toIso(now);
  // A store that no server has seen has the time of its newest inquiry.
  const lastSeenAt = (await readNewestArrival(store)) ?? seenAt;
  const reading = (await readClock(store, now)) ?? {
    ...advanceClock({ seenAt: lastSeenAt }, now),
    lastSeenAt,
  };
  const state: ClockState = { seenAt, pausedUntil: reading.pausedUntil };
  await saveSharedValue(store, 'clock', JSON.stringify(state));
  return reading;
}

async function readNewestArrival({ db }: Store) {
  const newest = await db
    .selectFrom('inquiries')
    .select(({ fn }) => fn.max('receivedAt').as('at'))
    .executeTakeFirst();
  return newest?.at;
}
