import {
  checkWritable,
  countUndelivered,
  readTablesStatus,
  type Undelivered,
} from '../../../store/check-store.ts';
import { restoreCommand } from '../../../store/sqlite/detect-file-replacement.ts';
import type { Store } from '../../../store/store.ts';
import type { Destination } from '../../../store/tables.ts';
import { toMinute } from '../../output/times.ts';
import { failed, type CheckResult, ok, warning } from './check-result.ts';

const warnAfterMs = 5 * 60 * 1000;
const failAfterMs = 60 * 60 * 1000;
const warnBelowBytes = 1e9;
const failBelowBytes = 100e6;

/** Checks that the store is writable and its tables are current. Throws `StoreUnavailable`. */
export async function checkTables(store: Store): Promise<CheckResult> {
  await checkWritable(store);
  const { last, pending } = await readTablesStatus(store);
  if (pending.length === 0) return ok('store', `readable and writable; tables at ${last}`);
  return warning(
    'store',
    `readable and writable; tables of an earlier version (${last})`,
    'Restart the server with this version, or stop it and run "inquiries migrate".',
  );
}

/** Checks the integrity of the store and its free space. */
export async function checkStorage(store: Store, isThorough: boolean): Promise<CheckResult[]> {
  const found = await store.checkStorage(isThorough);
  if (!found) return [];
  const { damage, bytes, freeBytes } = found;
  return [describeDamage(damage, bytes), describeFreeSpace(freeBytes)];
}

function describeDamage(damage: string[] | undefined, bytes: number): CheckResult {
  const [first] = damage ?? [];
  if (first) {
    return failed(
      'integrity',
      `the store is damaged: ${first}`,
      `Stop the server and run ${restoreCommand}.`,
    );
  }
  if (damage) return ok('integrity', `no damage found in ${formatMegabytes(bytes)}`);
  return {
    ...ok('integrity', `not checked: reading ${formatMegabytes(bytes)} takes a while`),
    next: 'Run "inquiries check --thorough" to check it.',
  };
}

function describeFreeSpace(freeBytes: number): CheckResult {
  const detail = `${formatMegabytes(freeBytes)} free on the disk of the store`;
  const next = 'Free disk space: on a full disk, inquiries are refused.';
  if (freeBytes < failBelowBytes) return failed('disk', detail, next);
  return freeBytes < warnBelowBytes ? warning('disk', detail, next) : ok('disk', detail);
}

/** Checks for overdue and failed deliveries. Throws `StoreUnavailable`. */
export async function checkDeliveries(
  store: Store,
  configured: Destination[],
  now: number,
): Promise<CheckResult[]> {
  const groups = await countUndelivered(store);
  const results = groups.flatMap(
    (group) => checkGroup(group, configured.includes(group.destination), now) ?? [],
  );
  return results.length ? results : [ok('deliveries', 'none overdue or failed')];
}

function checkGroup(
  { destination, state, count, waitingSince }: Undelivered,
  isConfigured: boolean,
  now: number,
): CheckResult | undefined {
  const formattedCount = count.toLocaleString('en');
  if (state === 'failed') {
    // An inquirer's mailbox that refuses an acknowledgement is not a fault of the server.
    const createResult = isConfigured && destination !== 'inquirer' ? failed : warning;
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
  const waitingMs = now - Date.parse(waitingSince);
  if (waitingMs < warnAfterMs) return undefined;
  const createResult = waitingMs > failAfterMs ? failed : warning;
  return createResult(
    'deliveries',
    `waiting for ${destination} since ${toMinute(waitingSince)} UTC: ${formattedCount}`,
    'Check that the server runs; "inquiries deliveries" shows the last errors.',
  );
}

const formatMegabytes = (bytes: number) => `${Math.floor(bytes / 1e6).toLocaleString('en')} MB`;
