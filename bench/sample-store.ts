import { firm } from '../src/content/firm.ts';
import { dayMs, hourMs, toIso } from '../src/inquiry/format-time.ts';
import type { StatusChange } from '../src/inquiry/status.ts';
import { receiveInquiry } from '../src/receive-inquiry/receive-inquiry.ts';
import { recordEvents } from '../src/store/events.ts';
import { updateStatus } from '../src/store/inquiries/update-status.ts';
import type { Store } from '../src/store/store.ts';
import type { Destination } from '../src/store/tables.ts';
import { createFakeInquiry } from './fake-data.ts';

const count = 30;
const team: Destination[] = [{ name: 'email', reaches: 'team' }];
/** Older inquiries are closed, and no spam, which the server deletes. */
const maxWaitingDays = 8;

const outcomes: StatusChange[][] = [
  [],
  [{ status: 'reviewed', qualified: true }],
  [{ status: 'reviewed', qualified: true }, { status: 'responded' }],
  [],
  [{ status: 'declined' }],
  [{ status: 'spam' }],
  [],
  [{ status: 'reviewed', qualified: false }],
];
const closed: StatusChange[][] = [outcomes[2] ?? [], outcomes[4] ?? [], outcomes[7] ?? []];

/**
 * Adds thirty invented inquiries, from an hour to a year old, in all statuses. E-mails about the newest
 * ones and today's digest wait to be sent.
 */
export async function addSampleInquiries(store: Store, now: number): Promise<void> {
  for (let index = count - 1; index >= 0; index--) {
    const ageMs = 1.37 ** index * hourMs * 0.9;
    let at = now - ageMs;
    const clock = () => Math.round(at);
    // Sends e-mails about the newest ones.
    const destinations = ageMs < 2 * hourMs ? team : [];
    const stored = await receiveInquiry({ store, clock, destinations }, createFakeInquiry(index));
    if (stored.outcome !== 'stored') throw new Error(stored.outcome);
    const all = ageMs > maxWaitingDays * dayMs ? closed : outcomes;
    for (const change of all[index % all.length] ?? []) {
      at += Math.min(ageMs / 3, (3 + (index % 20)) * hourMs);
      await updateStatus({ store, clock }, stored.id, { ...change, by: 'Morgan' });
    }
  }
  const day = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(firm.timeZone)
    .toPlainDate()
    .toString();
  const digest = { id: `digest-${day}`, kind: 'digest', about: day, at: toIso(now) } as const;
  await store.db
    .transaction()
    .execute((transaction) => recordEvents(transaction, [{ ...digest, to: team }]));
}
