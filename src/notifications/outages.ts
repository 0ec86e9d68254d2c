import type { Transaction } from 'kysely';
import { toIso } from '../inquiry/to-iso.ts';
import { enqueueReport } from '../outbox/enqueue-deliveries.ts';
import type { LeasedDelivery, Outcome } from '../outbox/leases.ts';
import type { Destination, OutageReport, Tables, TeamDestination } from '../store/tables.ts';

export type Outage = Tables['outages'];

/** Destination that each report is about. */
export const reportedDestination: Record<OutageReport, TeamDestination> = {
  'email-failed': 'email',
  'email-recovered': 'email',
  'webhook-failed': 'webhook',
  'webhook-recovered': 'webhook',
};

export const isOutageReport = (kind: string): kind is OutageReport =>
  Object.hasOwn(reportedDestination, kind);

/**
 * Starts an outage of the destination or adds to the open one when a delivery was given up; ends it
 * when a delivery succeeded. Reports its start and its end to the team's other destination, if that
 * is one of `destinations`.
 */
export async function trackOutage(
  transaction: Transaction<Tables>,
  { kind, destination }: Pick<LeasedDelivery, 'kind' | 'destination'>,
  { state, lastError }: Outcome,
  { now, destinations }: { now: number; destinations: readonly Destination[] },
): Promise<void> {
  // A mailbox that rejects an acknowledgement is no outage.
  if (destination === 'inquirer') return;
  const at = toIso(now);
  const other = destination === 'email' ? 'webhook' : 'email';
  const report = (outcome: 'failed' | 'recovered') =>
    destinations.includes(other) &&
    enqueueReport(transaction, {
      kind: `${destination}-${outcome}`,
      destination: other,
      nextAttemptAt: at,
    });

  // Reports of failed reports would loop.
  if (state === 'failed' && !isOutageReport(kind)) {
    const isFirst = await recordFailure(transaction, destination, lastError ?? 'Unknown error', at);
    if (isFirst) await report('failed');
  }
  if (state === 'delivered') {
    const wasOpen = await endOutage(transaction, destination, at);
    if (wasOpen) await report('recovered');
  }
}

/** Resolves to true if this starts an outage. A single statement, because servers race. */
async function recordFailure(
  transaction: Transaction<Tables>,
  destination: TeamDestination,
  lastError: string,
  at: string,
): Promise<boolean> {
  const { givenUp } = await transaction
    .insertInto('outages')
    .values({ destination, beganAt: at, endedAt: null, givenUp: 1, lastError })
    .onConflict((conflict) =>
      conflict.column('destination').doUpdateSet(({ eb, ref }) => {
        const ifOpen = () => eb.case().when('outages.endedAt', 'is', null);
        return {
          beganAt: ifOpen().then(ref('outages.beganAt')).else(ref('excluded.beganAt')).end(),
          givenUp: ifOpen()
            .then(eb('outages.givenUp', '+', 1))
            .else(1)
            .end(),
          endedAt: null,
          lastError,
        };
      }),
    )
    .returning('givenUp')
    .executeTakeFirstOrThrow();
  return givenUp === 1;
}

async function endOutage(
  transaction: Transaction<Tables>,
  destination: TeamDestination,
  at: string,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('outages')
    .set({ endedAt: at })
    .where('destination', '=', destination)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
