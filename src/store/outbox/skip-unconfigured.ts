import type { Destination } from '../../config/destinations.ts';
import { type EpochMs, type IsoTime, toIso } from '../../text/format-time.ts';
import type { Database } from '../store.ts';
import type { DeliveryState } from '../tables.ts';
import { retryPeriodMs } from './leases.ts';

/** Deliveries to a destination whose settings were removed. */
export interface Unconfigured {
  destination: string;
  count: number;
  /**
   * Latest due time, which does not move without a worker: about the time at which the settings
   * were removed.
   */
  lastDueAt: IsoTime;
}

/** Reads the deliveries in a state to all destinations except the configured ones. */
export async function readUnconfigured(
  { db }: Database,
  configured: readonly Destination[],
  state: DeliveryState,
): Promise<Unconfigured[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select(({ fn }) => [
      'destination',
      fn.countAll().as('count'),
      fn.max('nextAttemptAt').as('lastDueAt'),
    ])
    .where('state', '=', state)
    .groupBy('destination')
    .orderBy('destination')
    .execute();
  const names = configured.map(({ name }) => name);
  const others = rows.filter(({ destination }) => !names.includes(destination));
  return others.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
}

/**
 * Skips deliveries that have waited for four days since their destination was removed. If another
 * server still attempts them, the latest due time is recent and nothing is skipped.
 */
export async function skipUnconfigured(
  store: Database,
  configured: readonly Destination[],
  now: EpochMs,
): Promise<void> {
  for (const { destination, lastDueAt } of await readUnconfigured(store, configured, 'waiting')) {
    if (lastDueAt >= toIso(now - retryPeriodMs)) continue;
    await store.db
      .updateTable('deliveries')
      .set({ state: 'void', skipReason: 'not-configured' })
      .where((eb) => eb.and({ state: 'waiting', destination }))
      .execute();
  }
}
