import { dueAt } from './deadlines.ts';
import { type Persona, personas } from './inquiry.ts';
import { StoreUnavailable } from './store-unavailable.ts';
import type { Store } from './store.ts';

/** One week's inquiries; spam is left out. A week starts on Monday, in UTC. */
export interface WeeklyFigures {
  /** The Monday: year, month and day. */
  week: string;
  received: number;
  /** Reviewed, answered or declined within 24 hours. */
  onTime: number;
  /** Later than that, or still not although the time is over. */
  late: number;
  /** Not yet, and the time is not over. */
  waiting: number;
  byPersona: Record<Persona, number>;
}

/**
 * The last so many weeks, the one of `now` (in ms since the epoch) included, the oldest first.
 * Throws `StoreUnavailable`.
 */
export async function weeklyFigures(
  { db }: Store,
  { weeks, now }: { weeks: number; now: number },
): Promise<WeeklyFigures[]> {
  const thisWeek = Temporal.PlainDate.from(mondayOf(new Date(now).toISOString()));
  const figures = Array.from({ length: weeks }, (_, index) =>
    emptyWeek(thisWeek.subtract({ weeks: weeks - 1 - index }).toString()),
  );
  const byWeek = new Map(figures.map((week) => [week.week, week]));

  const inquiries = db
    .selectFrom('inquiries')
    .select(['receivedAt', 'persona'])
    .select(({ selectFrom }) =>
      selectFrom('inquiryEvents')
        .select(({ fn }) => fn.min('at').as('at'))
        .whereRef('inquiryId', '=', 'inquiries.id')
        .where('inquiryEvents.status', 'in', ['reviewed', 'responded', 'declined'])
        .as('reviewedAt'),
    )
    .where('receivedAt', '>=', figures[0]?.week ?? '')
    .where('status', '!=', 'spam')
    .stream();
  try {
    for await (const { receivedAt, persona, reviewedAt } of inquiries) {
      const week = byWeek.get(mondayOf(receivedAt));
      // None is there for what another machine's clock puts into the future.
      if (!week) continue;
      week.received++;
      week.byPersona[persona]++;
      week[judgeReview(receivedAt, reviewedAt, now)]++;
    }
  } catch (cause) {
    throw new StoreUnavailable('The inquiries could not be read', { cause });
  }
  return figures;
}

/** How a review kept its promise; times are ISO 8601, `reviewedAt` null without one. */
export function judgeReview(
  receivedAt: string,
  reviewedAt: string | null,
  now: number,
): 'onTime' | 'late' | 'waiting' {
  const deadlineMs = Date.parse(dueAt({ receivedAt, status: 'new' })?.at ?? '');
  if (reviewedAt !== null) return Date.parse(reviewedAt) <= deadlineMs ? 'onTime' : 'late';
  return now <= deadlineMs ? 'waiting' : 'late';
}

/** The Monday of a time's week, in UTC. */
export function mondayOf(time: string): string {
  const date = new Date(`${time.slice(0, 10)}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

const emptyWeek = (week: string): WeeklyFigures => ({
  week,
  received: 0,
  onTime: 0,
  late: 0,
  waiting: 0,
  byPersona: Object.fromEntries(Object.keys(personas).map((persona) => [persona, 0])) as Record<
    Persona,
    number
  >,
});
