import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { hourMs, toIso } from '../../../inquiry/format-time.ts';
import { readClock } from '../../../retention/clock-jump.ts';
import { isBelowFloor, readDiskSpace } from '../../../store/disk-space.ts';
import { countUndelivered, type Undelivered } from '../../../store/events.ts';
import { getStoreFix, StoreUnavailable } from '../../../store/store-errors.ts';
import { checkWritable, readLastBackup } from '../../../store/shared-values.ts';
import type { Store } from '../../../store/store.ts';
import type { DestinationName } from '../../../store/tables.ts';
import { toMinute } from '../../output/format.ts';
import { failed, type CheckResult, ok, warning } from './check-result.ts';

/** As the alert DiskAlmostFull. */
const warnBelowFloors = 10;

/** Checks the free space on the disk of an SQLite file. */
export function checkDisk(file: string): CheckResult[] {
  if (!existsSync(file)) return [];
  const space = readDiskSpace(dirname(file));
  const { freeBytes, floorBytes } = space;
  const format = (bytes: number) => `${Math.floor(bytes / 1e6).toLocaleString('en')} MB`;
  const detail = `${format(freeBytes)} free on the disk of the store`;
  const next = `Free disk space: below ${format(floorBytes)}, inquiries are refused.`;
  if (isBelowFloor(space)) return [failed('disk', detail, next)];
  const isLow = freeBytes < warnBelowFloors * floorBytes;
  return [isLow ? warning('disk', detail, next) : ok('disk', detail)];
}

/** Reports a failed read of the store as the result of the check that needed it. */
export async function examine(
  name: string,
  store: Store,
  check: () => Promise<CheckResult[]>,
): Promise<CheckResult[]> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return [failed(name, error.message, getStoreFix(error, store.kind))];
  }
}

/** Checks that the store is writable. Throws `StoreUnavailable`. */
export async function checkTables(store: Store): Promise<CheckResult[]> {
  await checkWritable(store);
  return [ok('store', 'readable and writable')];
}

/** Warns while nothing expires, because the clock jumped. Throws `StoreUnavailable`. */
export async function checkClock(store: Store, now: number): Promise<CheckResult[]> {
  const { pausedUntil = '' } = (await readClock(store, now)) ?? {};
  if (pausedUntil <= toIso(now)) return [];
  return [
    warning(
      'clock',
      `it jumped by more than two days: no inquiry expires before ${toMinute(pausedUntil)} UTC`,
      'Correct the clock of this machine, or wait if it is right: "date -u" shows its time.',
    ),
  ];
}

// As the alert BackupMissing: a day, and time for the copy itself.
const maxBackupAgeMs = 26 * hourMs;

/** Checks the age of the last verified backup. Throws `StoreUnavailable`. */
export async function checkBackup(store: Store, now: number): Promise<CheckResult[]> {
  const last = await readLastBackup(store);
  const detail = last ? `the last verified one is from ${toMinute(last)} UTC` : 'none yet';
  if (last && now - Date.parse(last) <= maxBackupAgeMs) return [ok('backup', detail)];
  return [
    warning('backup', detail, 'See the log of the nightly backup; docs/operate.md sets it up.'),
  ];
}

/** Checks for overdue and failed deliveries. Throws `StoreUnavailable`. */
export async function checkDeliveries(
  store: Store,
  configured: DestinationName[],
  now: number,
): Promise<CheckResult[]> {
  const groups = await countUndelivered(store, now);
  const results = groups.flatMap(
    (group) => checkGroup(group, configured.includes(group.destination)) ?? [],
  );
  return results.length ? results : [ok('deliveries', 'none overdue or failed')];
}

function checkGroup(
  { destination, state, count, waitingSince, health, isOurs }: Undelivered,
  isConfigured: boolean,
): CheckResult | undefined {
  const formattedCount = count.toLocaleString('en');
  if (state === 'failed') {
    const createResult = isConfigured && isOurs ? failed : warning;
    return createResult(
      'deliveries',
      `failed deliveries to ${destination}: ${formattedCount}`,
      'Run "inquiries deliveries --failed" to see why, then "inquiries redeliver --failed" ' +
        'to send them again or "inquiries dismiss --failed" to drop them.',
    );
  }
  if (!isConfigured) {
    return warning(
      'deliveries',
      `waiting for ${destination}, which is not configured: ${formattedCount}`,
      'Configure it as .env.example explains and restart the server, or ignore them.',
    );
  }
  if (health === 'fine') return undefined;
  const createResult = health === 'failing' ? failed : warning;
  return createResult(
    'deliveries',
    `waiting for ${destination} since ${toMinute(waitingSince)} UTC: ${formattedCount}`,
    'Check that the server runs; "inquiries deliveries" shows the last errors.',
  );
}
