import { changeStatus } from '../src/change-inquiry/change-status.ts';
import { firm } from '../src/content/firm.ts';
import type { Status } from '../src/inquiry/status.ts';
import { receiveInquiry } from '../src/receive-inquiry/receive-inquiry.ts';
import { recordEvents } from '../src/store/outbox/events.ts';
import type { Store } from '../src/store/store.ts';
import { dayMs, type EpochMs, hourMs, toIso } from '../src/text/format-time.ts';
import { sampleInquiries } from './sample-inquiries.ts';

/** Statuses that recent inquiries get in turn. `closed`: those of inquiries older than a week. */
const recent: Status[][] = [[], ['reviewed'], [], ['declined'], []];
const closed: Status[][] = [['declined'], ['reviewed', 'responded']];
/** Index of the suspected inquiry that the team has marked as spam. */
const markedSpamIndex = 9;

/**
 * Adds thirty invented inquiries of all statuses, from an hour to a year old. Two are suspected
 * spam. E-mails about the newest ones and today's digest are waiting.
 */
export async function addSampleInquiries(store: Store, now: EpochMs): Promise<void> {
  const team = [{ name: 'email', reaches: 'team' } as const];
  for (const [index, inquiry] of [...sampleInquiries.entries()].reverse()) {
    const ageMs = 1.37 ** index * hourMs * 0.9;
    let atMs = Math.round(now - ageMs);
    const clock = () => atMs;
    const destinations = ageMs < 2 * hourMs ? team : [];
    const stored = await receiveInquiry({ store, clock, destinations }, inquiry);
    for (const status of getStatuses(index, ageMs)) {
      atMs += Math.round(Math.min(ageMs / 3, 20 * hourMs));
      const change = status === 'reviewed' ? { status, qualified: true } : { status };
      await changeStatus({ store, clock, destinations: [] }, stored.id, {
        ...change,
        by: 'Morgan',
      });
    }
  }
  const about = Temporal.Now.plainDateISO(firm.timeZone).toString();
  const id = `digest-${about}`;
  const digest = { id, kind: 'digest', about, at: toIso(now), to: team } as const;
  await store.db.transaction().execute((transaction) => recordEvents(transaction, [digest]));
}

function getStatuses(index: number, ageMs: number): Status[] {
  if (index === markedSpamIndex) return ['spam'];
  const outcomes = ageMs > 7 * dayMs ? closed : recent;
  return outcomes[index % outcomes.length] ?? [];
}
