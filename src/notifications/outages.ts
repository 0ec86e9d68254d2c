import { dayMs, hourMs, toIso } from '../inquiry/format-time.ts';
import { countUndelivered } from '../store/count-undelivered.ts';
import { wrapStoreErrors } from '../store/store-errors.ts';
import type { Store } from '../store/store.ts';
import type { DeliveryKind, Destination, OutageReport } from '../store/tables.ts';
import { enqueueReport } from './enqueue-notifications.ts';

/** Successes before are not looked for: deliveries are attempted for four days. */
const windowMs = 5 * dayMs;

/** A destination that fails, or that works again since `endedAt`. Times are ISO 8601 in UTC. */
export interface Outage {
  destination: Destination;
  /** First failed attempt since the last success. After the end: when the outage was reported. */
  since: string;
  endedAt: string | null;
  lastError: string;
  /** Number of deliveries that will be attempted again. */
  waiting: number;
  /** Number of deliveries that were given up. */
  givenUp: number;
}

export const isOutageReport = (kind: DeliveryKind): kind is OutageReport =>
  /^(outage|recovery)-/.test(kind);

/**
 * Queues reports of outages to the other destinations of the team, at once and then each 24 hours.
 * Destinations that were told of an outage are told of its end. Throws `StoreUnavailable`.
 */
export const reportOutages = (
  store: Store,
  destinations: readonly Destination[],
  now: number,
): Promise<void> =>
  wrapStoreErrors('The outages could not be reported', async () => {
    const team = destinations.filter((name) => name !== 'inquirer');
    for (const destination of team) {
      const outage = await findOutage(store, destination, now);
      for (const other of team.filter((name) => name !== destination)) {
        const report = await findReport(store, `outage-${destination}`, other);
        const recovery = await findReport(store, `recovery-${destination}`, other);
        const isOver = !!report && !!recovery && recovery.nextAttemptAt > report.nextAttemptAt;
        const isTold = !!report && report.state !== 'void' && !isOver;
        if (outage && !(isTold && report.nextAttemptAt > toIso(now - dayMs))) {
          await enqueue(`outage-${destination}`, other, report);
        }
        if (outage || !isTold || !report.deliveredAt) continue;
        if ((await readLastSuccess(store, destination, now)) > report.deliveredAt) {
          await enqueue(`recovery-${destination}`, other, recovery);
        }
      }
    }

    // Unless another process did.
    function enqueue(
      kind: OutageReport,
      destination: Destination,
      earlier: { nextAttemptAt: string } | undefined,
    ) {
      const report = { kind, destination, nextAttemptAt: toIso(now) };
      return store.db
        .transaction()
        .execute((transaction) => enqueueReport(transaction, report, earlier?.nextAttemptAt ?? ''));
    }
  });

/** Loads what is reported to `recipient`; undefined if the report is obsolete. */
export const loadOutage = (
  store: Store,
  kind: OutageReport,
  recipient: Destination,
  now: number,
): Promise<Outage | undefined> =>
  wrapStoreErrors('The outage could not be read', async () => {
    const destination = kind.replace(/^\w+-/, '');
    const ongoing = await findOutage(store, destination, now);
    const groups = (await countUndelivered(store)).filter((it) => it.destination === destination);
    const count = (state: string) => groups.find((group) => group.state === state)?.count ?? 0;
    const counts = { waiting: count('waiting'), givenUp: count('failed') };
    if (kind.startsWith('outage')) {
      return ongoing && { destination, ...ongoing, endedAt: null, ...counts };
    }
    const report = await findReport(store, `outage-${destination}`, recipient);
    if (ongoing || !report) return undefined;
    const endedAt = await readLastSuccess(store, destination, now);
    return { destination, since: report.nextAttemptAt, endedAt, lastError: '', ...counts };
  });

/**
 * Finds out whether a destination fails: since its last success, it failed a delivery for more than
 * an hour, or it refused two for good, one of them in the last 24 hours.
 */
async function findOutage(store: Store, destination: Destination, now: number) {
  const lastSuccess = await readLastSuccess(store, destination, now);
  const deliveries = store.db
    .selectFrom('deliveries')
    .select(['firstAttemptAt', 'lastError'])
    .where('destination', '=', destination);
  const failing = await deliveries
    .where('state', '=', 'waiting')
    .where('attempts', '>', 1)
    .where('firstAttemptAt', '<', toIso(now - hourMs))
    // A delivery that is due may succeed next, such as after a restart of the server.
    .where('nextAttemptAt', '>', toIso(now))
    .orderBy('firstAttemptAt')
    .limit(1)
    .execute();
  const refused = await deliveries
    .where('state', '=', 'failed')
    .where('firstAttemptAt', '>', lastSuccess)
    .orderBy('firstAttemptAt', 'desc')
    .limit(2)
    .execute();
  const isRefusing =
    refused.length === 2 && String(refused[0]?.firstAttemptAt) > toIso(now - dayMs);
  const failures = lastSuccess < toIso(now - hourMs) && failing.length ? failing : refused;
  if (failures === refused && !isRefusing) return undefined;
  const { firstAttemptAt, lastError } = { ...failures.at(-1) };
  const since = [firstAttemptAt ?? '', lastSuccess].sort().at(-1) ?? '';
  return { since, lastError: lastError ?? 'Unknown error' };
}

/** Returns the time of the last success, or the beginning of the window. */
async function readLastSuccess({ db }: Store, destination: Destination, now: number) {
  const from = toIso(now - windowMs);
  const row = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.max('deliveredAt').as('at'))
    .where('state', '=', 'delivered')
    .where('destination', '=', destination)
    .where('nextAttemptAt', '>', from)
    .executeTakeFirst();
  return row?.at ?? from;
}

const findReport = ({ db }: Store, kind: OutageReport, destination: Destination) =>
  db
    .selectFrom('deliveries')
    .select(['state', 'nextAttemptAt', 'deliveredAt'])
    .where('kind', '=', kind)
    .where('destination', '=', destination)
    .where('inquiryId', 'is', null)
    .where('day', 'is', null)
    .executeTakeFirst();
