import type { Destination } from '../../config/destinations.ts';
import { type NewEvent, recordEvents } from '../../store/outbox/events.ts';
import {
  findFirstUnnamed,
  hasFloodDigest,
  nameInFloodDigest,
} from '../../store/outbox/flood-digests.ts';
import type { Database } from '../../store/store.ts';
import {
  type EpochMs,
  getRecentTimes,
  type IsoTime,
  minuteMs,
  toIso,
} from '../../text/format-time.ts';

/**
 * Time between the first skipped e-mail and the digest. Also the minimum time between two digests.
 */
const intervalMs = 15 * minuteMs;

/**
 * Records a flood digest 15 minutes after the first inquiry that none names. It names all such
 * inquiries. On PostgreSQL, another server may record one at the same time. Each inquiry is then
 * named by one of the two, because its row is updated once. The next digest names inquiries that
 * are committed later.
 */
export async function enqueueFloodDigest(
  store: Database,
  now: EpochMs,
  to: readonly Destination[],
): Promise<void> {
  const at = toIso(now);
  if (!(await isDue(store, at))) return;
  // The time is to the minute, and has no colons, which a Message-ID must not contain.
  const id = `flood-digest-${at.slice(0, 16).replaceAll(/\D/g, '')}`;
  const event: NewEvent = { id, kind: 'flood-digest', at, to };
  await store.db.transaction().execute(async (transaction) => {
    const [digest] = await recordEvents(transaction, [event]);
    if (digest !== undefined) await nameInFloodDigest(transaction, digest);
  });
}

/**
 * Tells if a flood digest is due at `at`. Ignores times in the future, which come from a clock that
 * was ahead.
 */
async function isDue(store: Database, at: IsoTime): Promise<boolean> {
  const recent = getRecentTimes(at, intervalMs);
  const firstAt = await findFirstUnnamed(store);
  if (firstAt === undefined) return false;
  const isRecent = firstAt > recent.since && firstAt < recent.until;
  return !isRecent && !(await hasFloodDigest(store, recent));
}
