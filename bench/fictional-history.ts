import { spamKeptDays } from '../inquiries/retention/retention-times.ts';
import type { Status, Tables } from '../inquiries/tables.ts';
import { pick } from './random.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

type Event = Tables['inquiryEvents'];

/**
 * What the team has made of an inquiry by `now`: most reviews take hours, some much longer. Spam is
 * of the last weeks alone: a server has erased what is older.
 */
export function eventsFor(
  inquiryId: string,
  arrivedMs: number,
  now: number,
  random: () => number,
): Event[] {
  const reviewedMs = arrivedMs + hoursAround(9, random);
  const respondedMs = reviewedMs + hoursAround(15, random);
  const isRecent = arrivedMs > now - (spamKeptDays - 1) * dayMs;
  const outcome = pick<Status>(
    ['responded', 'declined', 'reviewed', 'spam', 'new'],
    random,
    isRecent ? [30, 38, 22, 8, 2] : [30, 46, 22, 0, 2],
  );
  const isQualified = outcome === 'responded' || (outcome === 'reviewed' && random() < 0.1);
  const steps: [number, Status, 0 | 1 | null][] =
    outcome === 'responded'
      ? [
          [reviewedMs, 'reviewed', 1],
          [respondedMs, 'responded', 1],
        ]
      : outcome === 'reviewed'
        ? [[reviewedMs, 'reviewed', isQualified ? 1 : 0]]
        : outcome === 'new'
          ? []
          : [[reviewedMs, outcome, null]];
  return steps
    .filter(([at]) => at <= now)
    .map(([at, status, qualified], index) => ({
      inquiryId,
      number: index + 1,
      at: new Date(at).toISOString(),
      status,
      qualified,
      changedBy: pick(['Morgan', 'Riley', 'Sasha'], random),
      note: random() < 0.1 ? 'Outside our sectors' : null,
    }));
}

export function standingAfter(events: Event[]): Pick<Event, 'status' | 'qualified'> {
  const { status, qualified } = events.at(-1) ?? { status: 'new', qualified: null };
  return { status, qualified };
}

// Exponential: many short, a few that take days.
const hoursAround = (hours: number, random: () => number) =>
  Math.round(-Math.log(1 - random()) * hours * hourMs);
