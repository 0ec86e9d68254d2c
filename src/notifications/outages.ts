import { dayMs, hourMs, toDigits, toIso } from '../inquiry/format-time.ts';
import { countUndelivered, recordEvents } from '../store/events.ts';
import { wrapStoreErrors } from '../store/store-errors.ts';
import type { Store } from '../store/store.ts';
import type { Destination, DestinationName } from '../store/tables.ts';

/** Successes before are not looked for: deliveries are attempted for four days. */
const windowMs = 5 * dayMs;

/** A destination that fails, or that works again since `endedAt`. Times are ISO 8601 in UTC. */
export interface Outage {
  destination: DestinationName;
  /** First failed attempt since the last success. After the end: when the outage was first reported. */
  since: string;
  endedAt: string | null;
  lastError: string;
  /** Number of deliveries that will be attempted again. */
  waiting: number;
  /** Number of deliveries that were given up. */
  givenUp: number;
}

/**
 * Records outages for the other destinations, at once and then each 24 hours, and their ends. Servers
 * compute the same id from the report before it, so that each is told once. Throws `StoreUnavailable`.
 */
export const reportOutages = (
  store: Store,
  destinations: readonly Destination[],
  now: number,
): Promise<void> =>
  wrapStoreErrors('The outages could not be reported', async () => {
    const told = destinations.filter(({ reaches }) => reaches !== 'inquirer');
    for (const { name } of told) {
      const to = told.filter((other) => other.name !== name);
      if (to.length === 0) return;
      const last = (await readReports(store, name)).at(-1);
      const { failure, lastSuccess } = await readHealth(store, name, now);
      const hasEnded = last?.kind === 'outage' && !failure && lastSuccess > last.at;
      const isUntold = last?.kind !== 'outage' || last.at <= toIso(now - dayMs);
      if (!hasEnded && !(failure && isUntold)) continue;
      const kind = failure ? 'outage' : 'recovery';
      const id = `${kind}-${name}-${last ? toDigits(last.at) : '0'}`;
      const event = { id, kind, about: name, at: toIso(now), to } as const;
      await store.db.transaction().execute((transaction) => recordEvents(transaction, [event]));
    }
  });

/** Reads the reports of a destination from the end of the outage before on, oldest first. */
async function readReports({ db }: Store, destination: DestinationName, before = Infinity) {
  const reports = await db
    .selectFrom('events')
    .select(['number', 'kind', 'at'])
    .where('inquiryId', 'is', null)
    .where('kind', 'in', ['outage', 'recovery'])
    .where('about', '=', destination)
    .orderBy('number')
    .execute();
  const earlier = reports.filter(({ number }) => number < before);
  const ended = earlier.findLastIndex(({ kind }) => kind === 'recovery');
  return earlier.slice(Math.max(ended, 0));
}

/** Loads what is told of an outage or its end; undefined if it is obsolete. Throws `StoreUnavailable`. */
export const loadOutage = (
  store: Store,
  event: { number: number; kind: 'outage' | 'recovery'; about: string | null },
  now: number,
): Promise<Outage | undefined> =>
  wrapStoreErrors('The outage could not be read', async () => {
    const destination = event.about ?? '';
    const { failure, lastSuccess } = await readHealth(store, destination, now);
    const groups = (await countUndelivered(store)).filter((it) => it.destination === destination);
    const count = (state: string) => groups.find((group) => group.state === state)?.count ?? 0;
    const counts = { waiting: count('waiting'), givenUp: count('failed') };
    if (event.kind === 'outage') {
      return failure && { destination, ...failure, endedAt: null, ...counts };
    }
    const reports = await readReports(store, destination, event.number);
    const outage = reports.find(({ kind }) => kind === 'outage');
    if (failure || !outage) return undefined;
    return { destination, since: outage.at, endedAt: lastSuccess, lastError: '', ...counts };
  });

/**
 * Reads the time of a destination's last success, and its failure: since then, it failed a delivery for
 * more than an hour.
 */
async function readHealth(store: Store, destination: DestinationName, now: number) {
  const lastSuccess = await readLastSuccess(store, destination, now);
  const hourAgo = toIso(now - hourMs);
  const failing = await store.db
    .selectFrom('deliveries')
    .select(['firstAttemptAt', 'lastError'])
    .where('destination', '=', destination)
    .where('state', '=', 'waiting')
    .where('attempts', '>', 1)
    .where('firstAttemptAt', '<', hourAgo)
    // A delivery that is due may succeed next, such as after a restart of the server.
    .where('nextAttemptAt', '>', toIso(now))
    .orderBy('firstAttemptAt')
    .limit(1)
    .executeTakeFirst();
  if (!failing || lastSuccess >= hourAgo) return { failure: undefined, lastSuccess };
  const { firstAttemptAt, lastError } = failing;
  const since = firstAttemptAt && firstAttemptAt > lastSuccess ? firstAttemptAt : lastSuccess;
  return { failure: { since, lastError: lastError ?? 'Unknown error' }, lastSuccess };
}

/** Returns the time of the last success, or the beginning of the window. */
async function readLastSuccess({ db }: Store, destination: DestinationName, now: number) {
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
