import { findNewestArrival } from '../store/inquiries/list-inquiries.ts';
import { readSharedValue, saveSharedValue } from '../store/shared-values.ts';
import type { Database } from '../store/store.ts';
import { dayMs, type EpochMs, hourMs, type IsoTime, toIso } from '../text/format-time.ts';

export interface ClockState {
  /** Last time at which a server saw the store. */
  seenAt: IsoTime;
  /** Nothing expires before this time: the clock may be wrong. */
  pausedUntil?: IsoTime | undefined;
}

/** Cause of the gap between two times at which servers saw the store. */
type GapCause = 'jump' | 'correction' | 'downtime' | 'none';

/** Classifies a gap in milliseconds, which is negative if the clock went back. */
function classifyGap(gapMs: number): GapCause {
  // Also after a longer downtime: a pause does no harm.
  if (gapMs > 2 * dayMs) return 'jump';
  if (gapMs < -dayMs) return 'correction';
  // The clock is checked each hour: no server was running.
  if (gapMs > 2 * hourMs) return 'downtime';
  return 'none';
}

/**
 * Compares the time with the one at which the store was last seen. After a jump of more than two days
 * nothing expires until a server has run for 24 hours at the new time.
 */
export function advanceClock({ seenAt, pausedUntil }: ClockState, now: EpochMs): ClockState {
  const gapMs = now - Date.parse(seenAt);
  const isPaused = pausedUntil !== undefined && pausedUntil > seenAt;
  const unpaused: ClockState = { seenAt: toIso(now) };
  switch (classifyGap(gapMs)) {
    case 'jump':
      return { seenAt: toIso(now), pausedUntil: toIso(now + dayMs) };
    case 'correction':
      return unpaused;
    case 'downtime':
      if (!isPaused) return unpaused;
      return { seenAt: toIso(now), pausedUntil: toIso(Date.parse(pausedUntil) + gapMs) };
    case 'none':
      return isPaused ? { seenAt: toIso(now), pausedUntil } : unpaused;
  }
}

/** Reads the state that the last server saved; undefined if no server has seen the store. */
async function readLast(store: Database): Promise<ClockState | undefined> {
  const saved = await readSharedValue(store, 'clock');
  return saved === undefined ? undefined : (JSON.parse(saved) as ClockState);
}

/**
 * Compares the clock, at `now`, with the last time at which a server saw the store; undefined if none has.
 * Throws `StoreUnavailable`.
 */
export async function readClock(store: Database, now: EpochMs): Promise<ClockState | undefined> {
  const last = await readLast(store);
  return last ? advanceClock(last, now) : undefined;
}

interface UpdatedClock extends ClockState {
  /** Time at which the store was seen before. */
  lastSeenAt: IsoTime;
}

/** Notes that a server sees the store at `now`. Throws `StoreUnavailable`. */
export async function updateClock(store: Database, now: EpochMs): Promise<UpdatedClock> {
  // The newest inquiry stands for the last server.
  const last = (await readLast(store)) ?? {
    seenAt: (await findNewestArrival(store)) ?? toIso(now),
  };
  const state = advanceClock(last, now);
  await saveSharedValue(store, 'clock', JSON.stringify(state));
  return { ...state, lastSeenAt: last.seenAt };
}
