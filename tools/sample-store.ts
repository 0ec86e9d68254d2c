import { firm } from '../src/content/firm.ts';
import { dayMs, hourMs, toIso } from '../src/inquiry/format-time.ts';
import type { Inquiry } from '../src/inquiry/inquiry.ts';
import type { Status } from '../src/inquiry/status.ts';
import { receiveInquiry } from '../src/receive-inquiry/receive-inquiry.ts';
import { recordEvents } from '../src/store/events.ts';
import { updateStatus } from '../src/store/inquiries/update-status.ts';
import type { Store } from '../src/store/store.ts';

const names = ['Maya Ellison', 'Tom Okafor', 'Ines Lindgren', 'Ravi Moreau', 'Clara Castillo'];

/** Creates a valid inquiry, the same for each index. Each has an address and a message of its own. */
export function createFakeInquiry(index: number): Inquiry {
  const pick = <Value>(...values: Value[]) => values[index % values.length] as Value;
  const [firstName = '', lastName = ''] = pick(...names).split(' ');
  const inquiry: Inquiry = {
    firstName,
    lastName,
    email: `${firstName}.${lastName}-${index}@company.example`.toLowerCase(),
    company: pick('Northfield Storage', 'Harbor Tools', 'Cedar Diagnostics', 'Alder Foods'),
    role: pick('Chief executive', 'Founder', 'Managing director'),
    persona: pick('operator', 'advisor', 'other'),
    companySize: pick('1-10', '11-50', '51-200', '201-1000'),
    industry: pick('Logistics', 'Manufacturing', 'Health care', 'Food'),
    timeline: pick('immediate', '1-3months', '3-6months', 'exploratory'),
    message: `Our founders retire. Could we talk about a long-term owner? Our reference: ${index + 1}`,
  };
  if (index % 2 === 0) return inquiry;
  return { ...inquiry, persona: 'founder', fundingStage: 'Series A', investmentAmount: '$5M' };
}

/** Statuses that inquiries get one after the other, and those of inquiries older than a week. */
const recent: Status[][] = [[], ['reviewed'], ['spam'], ['declined'], []];
const closed: Status[][] = [['declined'], ['reviewed', 'responded']];

const links = ' https://one.example https://two.example https://three.example https://four.example';

/**
 * Adds thirty invented inquiries, from an hour to a year old, in all statuses, two suspected as spam.
 * E-mails about the newest ones and today's digest wait to be sent.
 */
export async function addSampleInquiries(store: Store, now: number): Promise<void> {
  const team = [{ name: 'email', reaches: 'team' } as const];
  for (let index = 29; index >= 0; index -= 1) {
    const ageMs = 1.37 ** index * hourMs * 0.9;
    let at = Math.round(now - ageMs);
    const clock = () => at;
    const destinations = ageMs < 2 * hourMs ? team : [];
    const inquiry = createFakeInquiry(index);
    // Suspected spam that is new, so that the digest names it.
    if (index === 4 || index === 9) inquiry.message += links;
    const stored = await receiveInquiry({ store, clock, destinations }, inquiry);
    const outcomes = ageMs > 7 * dayMs ? closed : recent;
    for (const status of outcomes[index % outcomes.length] ?? []) {
      at += Math.round(Math.min(ageMs / 3, 20 * hourMs));
      const change = status === 'reviewed' ? { status, qualified: true } : { status };
      await updateStatus({ store, clock }, stored.id, { ...change, by: 'Morgan' });
    }
  }
  const about = Temporal.Now.plainDateISO(firm.timeZone).toString();
  const id = `digest-${about}`;
  const digest = { id, kind: 'digest', about, at: toIso(now), to: team } as const;
  await store.db.transaction().execute((transaction) => recordEvents(transaction, [digest]));
}
