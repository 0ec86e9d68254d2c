import { expect, it } from 'vitest';
import { runCommand } from '../../../tests/fixtures/command-line.ts';
import { email } from '../../../tests/fixtures/destinations.ts';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { settingsFor, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { weekdayHours } from '../../../tests/fixtures/weekday-hours.ts';
import type { StoreLocation } from '../../config/setting-values.ts';
import { type DeadlineKind, getDueDeadline, isLate, promisedMs } from '../../inquiry/deadlines.ts';
import type { Stage, Status } from '../../inquiry/status.ts';
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { computeWeeklyStats, getPeriodStart } from '../../inquiry/weekly-stats.ts';
import { findMessage } from '../../notifications/find-message.ts';
import { readDigest } from '../../notifications/messages/digest.ts';
import { enqueueDue } from '../../notifications/schedule/schedule.ts';
import { createMetrics } from '../../observability/metrics.ts';
import { hourMs, toIso } from '../../text/format-time.ts';
import type { StoredEvent } from '../outbox/events.ts';
import type { Store } from '../store.ts';
import { listInquiries, streamWithHistory } from './list-inquiries.ts';

/** A Thursday at noon, in office hours. */
const now = Date.parse('2026-11-26T12:00:00.000Z');
const clock = () => now;
const destinations = [email];
const officeHours = weekdayHours('UTC');

type Arrival = 'before' | 'at' | 'after';

/** Milliseconds until the deadline: the inquiry is read before it, at it, or after it. */
const msUntilDeadline: Record<Arrival, number> = { before: 1, at: 0, after: -1 };
const arrivals = Object.keys(msUntilDeadline) as Arrival[];

interface State {
  status: Status;
  qualified: 0 | 1 | null;
  suspectedSpam: string | null;
}

/** Stores an inquiry for each state and arrival. Its company names both. */
async function storeArrivals(store: Store, states: State[]) {
  let stored = 0;
  for (const state of states)
    for (const company of arrivals) {
      const { status, qualified } = state;
      stored += 1;
      const id = `01a1fd11-5a89-78ff-b898-${String(stored).padStart(12, '0')}`;
      const kind = status === 'new' ? 'review' : 'response';
      const receivedMs = now - promisedMs[kind] + msUntilDeadline[company];
      const row = { ...sampleInquiry, ...state, id, company, receivedAt: toIso(receivedMs) };
      await store.db.insertInto('inquiries').values(row).execute();
      if (status === 'new') continue;
      const at = toIso(receivedMs + hourMs);
      const change = { id: `updated-1-${id}`, kind: 'changed', inquiryId: id } as const;
      await store.db
        .insertInto('events')
        .values({ ...change, at, status, qualified })
        .execute();
    }
}

const namesOf = (inquiries: { company: string }[]) =>
  arrivals.filter((name) => inquiries.some(({ company }) => company === name));

/** Applies the rule in code to the stored inquiries. */
async function applyRule(store: Store) {
  const inquiries = await listInquiries(store);
  const isLateNow = (inquiry: StoredInquiry) => {
    const due = getDueDeadline(inquiry);
    return due !== undefined && isLate(due, now);
  };
  return {
    due: namesOf(inquiries.filter((inquiry) => getDueDeadline(inquiry) !== undefined)),
    late: namesOf(inquiries.filter(isLateNow)),
  };
}

async function readMetrics(store: Store) {
  const { log } = createRecordedLog();
  const getFailures = async () => [];
  const dependencies = { store: Promise.resolve(store), destinations, getFailures, clock, log };
  const text = await createMetrics(dependencies).read();
  const counts = text.matchAll(/^inquiries_overdue\{waiting_for="(.+)"\} (\d+)$/gm);
  return Object.fromEntries([...counts].map(([, kind = '', count]) => [kind, Number(count)]));
}

async function readList(location: StoreLocation) {
  const list = ['list', '--due', '--json'];
  const { stdout } = await runCommand(list, settingsFor(location), now);
  return namesOf(JSON.parse(stdout) as { company: string }[]);
}

async function readDigestLists(store: Store) {
  const digest = await readDigest(
    { store, destinations, officeHours },
    { number: 0, about: '2026-11-26', at: toIso(now) },
    now,
  );
  const list = (name: 'late' | 'upcoming') =>
    namesOf((digest?.[name].first ?? []).map(({ inquiry }) => inquiry));
  const suspected = digest?.suspected.count ?? 0;
  return { late: list('late'), upcoming: list('upcoming'), suspected };
}

async function readReport(store: Store) {
  const period = { weeks: 1, now, timeZone: 'UTC' };
  const inquiries = streamWithHistory(store, { since: getPeriodStart(period) });
  const stats = await computeWeeklyStats(inquiries, period);
  const { received, late, waiting, responseOnTimeShare } = stats;
  return { received, late, waiting, responseOnTimeShare };
}

/**
 * Queues reminders. Also loads each kind for each inquiry, as the delivery of a queued one does.
 */
async function readReminders(store: Store) {
  const context = { store, destinations, clock, officeHours };
  await enqueueDue(context);
  const events = await store.db.selectFrom('events').selectAll().execute();
  const queued: string[] = [];
  const sent: string[] = [];
  for (const inquiry of (await listInquiries(store)).toSorted(byId)) {
    for (const kind of ['review-soon', 'review-late', 'response-soon', 'response-late'] as const) {
      const name = `${inquiry.company}: ${kind}`;
      if (events.some((event) => event.kind === kind && event.inquiryId === inquiry.id))
        queued.push(name);
      const event = { kind, inquiryId: inquiry.id } as StoredEvent;
      if (await findMessage(kind)?.load(event, context)) sent.push(name);
    }
  }
  return { queued, sent };
}

const byId = (one: StoredInquiry, other: StoredInquiry) => (one.id < other.id ? -1 : 1);

interface Case {
  states: State[];
  due?: DeadlineKind;
  /** Counts of the weekly report. */
  report: object;
  /** Number of inquiries that the digest lists as suspected spam. */
  suspected?: number;
}

const reason = 'link in the company';
const isNew = { status: 'new', qualified: null } as const;
const isQualified = { status: 'reviewed', qualified: 1 } as const;

/**
 * Returns the states with a status and each value of `qualified`, each with and without an earlier
 * suspicion.
 */
const statesOf = (status: Status, qualified: State['qualified'][] = [null, 0, 1]) =>
  qualified.flatMap((value): State[] => [
    { status, qualified: value, suspectedSpam: null },
    { status, qualified: value, suspectedSpam: reason },
  ]);

const noneWaiting = { late: 0, waiting: 0, responseOnTimeShare: undefined };

/** Expected results by stage. */
const cases: Record<Stage | 'qualified, though it was suspected', Case> = {
  new: {
    states: [{ ...isNew, suspectedSpam: null }],
    due: 'review',
    report: { received: 3, late: 1, waiting: 2, responseOnTimeShare: undefined },
  },
  'suspected spam': {
    states: [{ ...isNew, suspectedSpam: reason }],
    report: { ...noneWaiting, received: 0 },
    suspected: 3,
  },
  qualified: {
    states: [{ ...isQualified, suspectedSpam: null }],
    due: 'response',
    report: { ...noneWaiting, received: 3, responseOnTimeShare: 0 },
  },
  'qualified, though it was suspected': {
    states: [{ ...isQualified, suspectedSpam: reason }],
    due: 'response',
    report: { ...noneWaiting, received: 3, responseOnTimeShare: 0 },
  },
  'not qualified': { states: statesOf('reviewed', [0]), report: { ...noneWaiting, received: 6 } },
  responded: {
    states: statesOf('responded'),
    report: { ...noneWaiting, received: 18, responseOnTimeShare: 1 },
  },
  declined: { states: statesOf('declined'), report: { ...noneWaiting, received: 18 } },
  spam: { states: statesOf('spam'), report: { ...noneWaiting, received: 0 } },
};

it.each(Object.entries(cases))(
  'an inquiry is due or not for code, metrics, list, digest, report and reminders alike: %s',
  async (_, { states, due, report, suspected = 0 }) => {
    const { store, location } = await temporaryStore();
    await storeArrivals(store, states);
    const overdue = due ? { [due]: 1 } : {};
    const reminders = due ? [`before: ${due}-soon`, `at: ${due}-soon`, `after: ${due}-late`] : [];
    expect({
      code: await applyRule(store),
      metrics: await readMetrics(store),
      list: await readList(location),
      digest: await readDigestLists(store),
      report: await readReport(store),
      reminders: await readReminders(store),
    }).toEqual({
      code: { due: due ? arrivals : [], late: due ? ['after'] : [] },
      metrics: { review: 0, response: 0, ...overdue },
      list: due ? arrivals : [],
      digest: {
        late: due ? ['after'] : [],
        upcoming: due ? ['before', 'at'] : [],
        suspected,
      },
      report,
      reminders: { queued: reminders, sent: reminders },
    });
  },
);
