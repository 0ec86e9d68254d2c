import { checkWritable } from '../../../receive-inquiry/check-writable.ts';
import {
  type RefusedAddress,
  readRefusedAddresses,
} from '../../../notifications/refused-addresses.ts';
import {
  countUndelivered,
  readTablesStatus,
  type Undelivered,
} from '../../../store/check-store.ts';
import { getStoreFix } from '../../../store/store-advice.ts';
import { StoreUnavailable } from '../../../store/store-errors.ts';
import type { Store } from '../../../store/store.ts';
import type { Destination } from '../../../store/tables.ts';
import { toMinute } from '../../output/format.ts';
import { describeFailure } from '../../with-store.ts';
import { failed, type CheckResult, ok, warning } from './check-result.ts';

const warnAfterMs = 5 * 60 * 1000;
const failAfterMs = 60 * 60 * 1000;

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
    return [failed(name, describeFailure(error), getStoreFix(error, store.kind))];
  }
}

/** Checks that the tables are current and the store is writable. Throws `StoreUnavailable`. */
export async function checkTables(store: Store): Promise<CheckResult[]> {
  const { last, pending } = await readTablesStatus(store);
  const [notWritable] = await examine('store', store, async () => {
    await checkWritable(store);
    return [];
  });
  if (notWritable) return [notWritable];
  if (pending.length === 0) return [ok('store', `readable and writable; tables at ${last}`)];
  return [
    warning(
      'store',
      `readable and writable; tables of an earlier version (${last})`,
      'Restart the server with this version, or stop it and run "inquiries migrate".',
    ),
  ];
}

/** Checks for overdue and failed deliveries and refused addresses. Throws `StoreUnavailable`. */
export async function checkDeliveries(
  store: Store,
  configured: Destination[],
  now: number,
): Promise<CheckResult[]> {
  const groups = await countUndelivered(store);
  const results = groups.flatMap(
    (group) => checkGroup(group, configured.includes(group.destination), now) ?? [],
  );
  // The table is missing before the server has migrated the store.
  const { pending } = await readTablesStatus(store);
  if (pending.length === 0) {
    const refused = await readRefusedAddresses(store);
    results.push(...refused.map(describeRefusedAddress));
  }
  return results.length ? results : [ok('deliveries', 'none overdue or failed')];
}

const describeRefusedAddress = ({ address, since, lastError }: RefusedAddress) =>
  warning(
    'deliveries',
    `${address} refuses our e-mail since ${toMinute(since)} UTC: ${lastError}`,
    'Repair the mailbox, or correct NOTIFY_TO or ESCALATE_TO and restart the server. The next ' +
      'e-mail that the address accepts ends this warning.',
  );

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
