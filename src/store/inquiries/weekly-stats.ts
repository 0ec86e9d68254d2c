import type { ExpressionBuilder } from 'kysely';
import { dueAt } from '../../inquiry/deadlines.ts';
import { type Persona, personas } from '../../inquiry/inquiry.ts';
import { toIso } from '../../inquiry/to-iso.ts';
import type { Status } from '../../inquiry/transition.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { inOrderOfArrival } from './paginate.ts';

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

/** What a period brought, and how long its inquiries waited. */
export interface PeriodFigures {
  /** The oldest first. */
  weeks: WeeklyFigures[];
  /** Half of those that were reviewed had it within this time; undefined without any. */
  medianReviewMs: number | undefined;
  /** The same of those that were answered. */
  medianResponseMs: number | undefined;
}

export interface Period {
  /** How many, the one of `now` included. */
  weeks: number;
  /** In milliseconds since the epoch. */
  now: number;
  /** Called with how many inquiries are counted. */
  onProgress?: (done: number) => void;
}

/** The last so many weeks. Throws `StoreUnavailable`. */
export async function weeklyFigures(store: Store, period: Period): Promise<PeriodFigures> {
  const { weeks, now, onProgress } = period;
  const since = firstWeek(period);
  const figures = Array.from({ length: weeks }, (_, index) =>
    emptyWeek(Temporal.PlainDate.from(since).add({ weeks: index }).toString()),
  );
  const byWeek = new Map(figures.map((week) => [week.week, week]));
  const [reviewMs, responseMs]: [number[], number[]] = [[], []];
  let done = 0;
  for await (const row of inOrderOfArrival(selectTimes(store), since)) {
    const { receivedAt, persona, reviewedAt, respondedAt } = row;
    onProgress?.(++done);
    const week = byWeek.get(mondayOf(receivedAt));
    // None is there for what another machine's clock puts into the future.
    if (!week) continue;
    week.received++;
    week.byPersona[persona]++;
    week[judgeReview(receivedAt, reviewedAt, now)]++;
    if (reviewedAt !== null) reviewMs.push(Date.parse(reviewedAt) - Date.parse(receivedAt));
    if (respondedAt !== null) responseMs.push(Date.parse(respondedAt) - Date.parse(receivedAt));
  }
  return { weeks: figures, medianReviewMs: median(reviewMs), medianResponseMs: median(responseMs) };
}

/** The Monday with which a period starts: year, month and day. */
export const firstWeek = ({ weeks, now }: Pick<Period, 'weeks' | 'now'>): string =>
  Temporal.PlainDate.from(mondayOf(toIso(now)))
    .subtract({ weeks: weeks - 1 })
    .toString();

const selectTimes = ({ db }: Store) =>
  db
    .selectFrom('inquiries')
    .select(['id', 'receivedAt', 'persona'])
    .select((inquiry) => [
      firstMark(inquiry, ['reviewed', 'responded', 'declined']).as('reviewedAt'),
      firstMark(inquiry, ['responded']).as('respondedAt'),
    ])
    .where('status', '!=', 'spam');

/** When an inquiry first got one of these statuses; what came back from spam is judged anew. */
const firstMark = (of: ExpressionBuilder<Tables, 'inquiries'>, statuses: Status[]) =>
  marksOf(of).select(({ eb, fn }) =>
    eb
      .case()
      // In one look, which is all that nearly every inquiry takes.
      .when(fn.countAll().filterWhere('mark.status', '=', 'new'), '=', 0)
      .then(fn.min('mark.at').filterWhere('mark.status', 'in', statuses))
      .else(
        marksOf(of)
          .select(({ fn }) => fn.min('mark.at').as('at'))
          .where('mark.status', 'in', statuses)
          .where('mark.number', '>', lastReturn(of)),
      )
      .end()
      .as('at'),
  );

const lastReturn = (of: ExpressionBuilder<Tables, 'inquiries'>) =>
  marksOf(of)
    .select(({ fn }) => fn.max('mark.number').as('number'))
    .where('mark.status', '=', 'new');

const marksOf = ({ selectFrom }: ExpressionBuilder<Tables, 'inquiries'>) =>
  selectFrom('inquiryEvents as mark').whereRef('mark.inquiryId', '=', 'inquiries.id');

/** The middle one, or half-way between the two in the middle. */
export function median(values: number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [below, above] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return below === undefined || above === undefined ? undefined : (below + above) / 2;
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
