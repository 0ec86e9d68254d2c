import { findNewestArrival } from '../store/inquiries/list-inquiries.ts';
import { readSharedValue, saveSharedValue } from '../store/shared-values.ts';
import type { Database } from '../store/store.ts';
import { dayMs, type EpochMs, hourMs, type IsoTime, toIso } from '../text/format-time.ts';

export interface ClockState {
  /** Time at which a server last used the store. */
  seenAt: IsoTime;
  /** Time before which nothing expires, because the clock may be wrong. */
  pausedUntil?: IsoTime | undefined;
}

/** Cause of the gap between two times at which servers used the store. */
type GapCause = 'jump' | 'correction' | 'downtime' | 'none';

/** Classifies a gap. It is negative if the clock went back. */
function classifyGap(gapMs: number): GapCause {
  // A longer downtime counts, too: a pause does no harm.
  if (gapMs > 2 * dayMs) return 'jump';
  if (gapMs < -dayMs) return 'correction';
  // The clock is checked each hour, so no server was running.
  if (gapMs > 2 * hourMs) return 'downtime';
  return 'none';
}

/**
 * Compares `now` with the time at which the store was last used. After a jump of more than two
 * days, nothing expires until a server has run for 24 hours at the new time.
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

/** Reads the state that the last server saved; undefined if no server has used the store. */
async function readLast(store: Database): Promise<ClockState | undefined> {
  const saved = await readSharedValue(store, 'clock');
  return saved === undefined ? undefined : (JSON.parse(saved) as ClockState);
}

/**
 * Reads the state of the clock at `now`; undefined if no server has used the store. Throws
 * `StoreUnavailable`.
 */
export async function readClock(store: Database, now: EpochMs): Promise<ClockState | undefined> {
  const last = await readLast(store);
  return last ? advanceClock(last, now) : undefined;
}

interface UpdatedClock extends ClockState {
  /** Time at which the store was used before this. */
  lastSeenAt: IsoTime;
}

/** Records that a server uses the store at `now`. Throws `StoreUnavailable`. */
export async function updateClock(store: Database, now: EpochMs): Promise<UpdatedClock> {
  // Without a saved state, use the time of the newest inquiry.
  const last = (await readLast(store)) ?? {
    seenAt: (await findNewestArrival(store)) ?? toIso(now),
  };
  const state = advanceClock(last, now);
  await saveSharedValue(store, 'clock', JSON.stringify(state));
  return { ...state, lastSeenAt: last.seenAt };
}
