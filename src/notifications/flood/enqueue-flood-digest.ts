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

/** Time from the first skipped e-mail to the digest, and between two digests. */
const intervalMs = 15 * minuteMs;

/**
 * Records a flood digest that names all inquiries that no other names, 15 minutes after the first of
 * them. On PostgreSQL, another server may do so at the same time: each inquiry is then named by one of
 * both digests, since its row is updated once. An inquiry that is committed later is named by the next.
 */
export async function enqueueFloodDigest(
  store: Database,
  now: EpochMs,
  to: readonly Destination[],
): Promise<void> {
  const at = toIso(now);
  if (!(await isDue(store, at))) return;
  // To the minute, and without the colons that a Message-ID may not have.
  const id = `flood-digest-${at.slice(0, 16).replaceAll(/\D/g, '')}`;
  const event: NewEvent = { id, kind: 'flood-digest', at, to };
  await store.db.transaction().execute(async (transaction) => {
    const [digest] = await recordEvents(transaction, [event]);
    if (digest !== undefined) await nameInFloodDigest(transaction, digest);
  });
}

/** Tells if a flood digest is due at `at`. A time that a clock ahead dated delays none. */
async function isDue(store: Database, at: IsoTime): Promise<boolean> {
  const recent = getRecentTimes(at, intervalMs);
  const firstAt = await findFirstUnnamed(store);
  if (firstAt === undefined) return false;
  const isRecent = firstAt > recent.since && firstAt < recent.until;
  return !isRecent && !(await hasFloodDigest(store, recent));
}
