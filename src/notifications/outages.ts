import type { Transaction } from 'kysely';
import { toIso } from '../inquiry/to-iso.ts';
import { newDelivery } from '../outbox/enqueue-deliveries.ts';
import type { LeasedDelivery, Outcome } from '../outbox/leases.ts';
import type { Destination, OutageReport, Tables, TeamDestination } from '../store/tables.ts';

export type Outage = Tables['outages'];

/** The failing destination of each report. */
export const reportedDestination: Record<OutageReport, TeamDestination> = {
  'email-failed': 'email',
  'email-recovered': 'email',
  'webhook-failed': 'webhook',
  'webhook-recovered': 'webhook',
};

export const isOutageReport = (kind: string): kind is OutageReport =>
  Object.hasOwn(reportedDestination, kind);

/**
 * Begins an outage of the destination when a delivery was given up, or counts it into the open one;
 * ends the outage when a delivery succeeded. The beginning and the end are reported to the team's
 * other destination if that is one of `destinations`.
 */
export async function trackOutage(
  transaction: Transaction<Tables>,
  { kind, destination }: Pick<LeasedDelivery, 'kind' | 'destination'>,
  { state, lastError }: Outcome,
  { now, destinations }: { now: number; destinations: readonly Destination[] },
): Promise<void> {
  // A stranger's mailbox that refuses an acknowledgement is no outage.
  if (destination === 'inquirer') return;
  const at = toIso(now);
  const other = destination === 'email' ? 'webhook' : 'email';
  const report = (outcome: 'failed' | 'recovered') =>
    destinations.includes(other) &&
    queueReport(transaction, `${destination}-${outcome}`, other, at);

  // Reports would cause each other without end.
  if (state === 'failed' && !isOutageReport(kind)) {
    const hasBegun = await countGivenUp(transaction, destination, lastError ?? 'Unknown error', at);
    if (hasBegun) await report('failed');
  }
  if (state === 'delivered') {
    const hasEnded = await endOutage(transaction, destination, at);
    if (hasEnded) await report('recovered');
  }
}

/** Resolves to whether an outage begins with it. One statement: other servers count as well. */
async function countGivenUp(
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

/** There is one row for each kind of report: that of an earlier outage is used again. */
async function queueReport(
  transaction: Transaction<Tables>,
  kind: OutageReport,
  destination: TeamDestination,
  nextAttemptAt: string,
) {
  const row = newDelivery({ kind, destination, nextAttemptAt });
  await transaction
    .insertInto('deliveries')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'destination'])
        .where('inquiryId', 'is', null)
        .where('day', 'is', null)
        .doUpdateSet(row),
    )
    .execute();
}
