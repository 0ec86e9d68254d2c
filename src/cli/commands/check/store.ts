import {
  checkTables as readTables,
  checkWritable,
  type Undelivered,
  undelivered,
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

/** That the store does what the server needs of it. Throws `StoreUnavailable`. */
export async function checkTables(store: Store): Promise<CheckResult> {
  await checkWritable(store);
  const { last, pending } = await readTables(store);
  if (pending.length === 0)
    return ok('store', `can be read and written; its tables are at ${last}`);
  return warning(
    'store',
    `can be read and written; its tables are of an earlier version (${last})`,
    'Restart the server with this version, or run "inquiries migrate" while no other one runs.',
  );
}

/** That the files of the store are whole and may grow. */
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
    ...ok('integrity', `not looked at: reading all ${formatMegabytes(bytes)} takes a while`),
    next: 'Run "inquiries check --thorough" to do it.',
  };
}

function describeFreeSpace(freeBytes: number): CheckResult {
  const detail = `${formatMegabytes(freeBytes)} free where the store is`;
  const next = 'Make room there: without any, inquiries are refused.';
  if (freeBytes < failBelowBytes) return failed('disk', detail, next);
  return freeBytes < warnBelowBytes ? warning('disk', detail, next) : ok('disk', detail);
}

/** Deliveries that wait too long or were given up. Throws `StoreUnavailable`. */
export async function checkDeliveries(
  store: Store,
  configured: Destination[],
  now: number,
): Promise<CheckResult[]> {
  const groups = await undelivered(store);
  const findings = groups.flatMap(
    (group) => checkGroup(group, configured.includes(group.destination), now) ?? [],
  );
  return findings.length ? findings : [ok('deliveries', 'nothing is stuck or given up')];
}

function checkGroup(
  { destination, state, count, waitingSince }: Undelivered,
  isConfigured: boolean,
  now: number,
): CheckResult | undefined {
  const many = count.toLocaleString('en');
  if (state === 'failed') {
    // A stranger's mailbox that refuses an acknowledgement is no fault of the server.
    const find = isConfigured && destination !== 'inquirer' ? failed : warning;
    return find(
      'deliveries',
      `given up to ${destination}: ${many}`,
      'Run "inquiries deliveries --failed" to see why, then "inquiries redeliver --failed" ' +
        'to send them again or "inquiries dismiss --failed" to drop them.',
    );
  }
  if (!isConfigured) {
    return warning(
      'deliveries',
      `${many} wait for ${destination}, which is not set`,
      'Set it again, as .env.example explains, and restart the server; or leave them.',
    );
  }
  const waitingMs = now - Date.parse(waitingSince);
  if (waitingMs < warnAfterMs) return undefined;
  const find = waitingMs > failAfterMs ? failed : warning;
  return find(
    'deliveries',
    `${many} wait for ${destination}, the first since ${toMinute(waitingSince)} UTC`,
    'Check that the server runs; "inquiries deliveries" shows the last errors.',
  );
}

const formatMegabytes = (bytes: number) => `${Math.floor(bytes / 1e6).toLocaleString('en')} MB`;
