import {
  type Destination,
  destinationSettings,
  getDestinations,
} from '../../config/destinations.ts';
import type { Settings } from '../../config/settings.ts';
import { type Delivery, listDeliveries } from '../../store/outbox/list-deliveries.ts';
import {
  dismissFailed,
  redeliver as redeliverInquiry,
  redeliverFailed,
} from '../../store/outbox/redeliver.ts';
import { readUnconfigured } from '../../store/outbox/skip-unconfigured.ts';
import { addCommand, type CliCommand, CliError, toCount } from '../command.ts';
import { toMinute, toShortId } from '../output/format.ts';
import { type Column, limitHelp, printList } from '../output/table.ts';
import { requireInquiry, type StoreContext, withStore } from '../with-store.ts';

const noneFailed = 'No failed deliveries.';

export const deliveries: CliCommand = (program, context) =>
  addCommand(program, 'deliveries', {
    description: 'List deliveries, latest first. Times are in UTC.',
    examples: ['inquiries deliveries --failed', 'inquiries deliveries --json --limit 100'],
  })
    .option('--failed', 'Only deliveries given up after four days or rejected permanently.')
    .option('--json', 'Print a JSON array.')
    .option('--limit <number>', limitHelp, toCount)
    .action(({ failed = false, ...options }) =>
      withStore(context, ({ store }) =>
        printList(context, options, {
          read(limit) {
            const state = failed ? 'failed' : undefined;
            return listDeliveries(store, { state, limit });
          },
          toColumns: () => columns,
          order: 'latest',
          none: failed ? noneFailed : 'No deliveries yet.',
          hint: failed ? failedHint : undefined,
        }),
      ),
    );

const failedHint =
  'Send them again with "inquiries redeliver --failed", or drop them with "inquiries dismiss --failed".';

const columns: Column<Delivery>[] = [
  { title: 'INQUIRY', cell: ({ inquiryId = '' }) => toShortId(inquiryId) },
  { title: 'KIND', cell: formatKind },
  { title: 'TO', cell: ({ destination }) => destination },
  { title: 'STATE', cell: formatState },
  { title: 'ATTEMPTS', cell: ({ attempts }) => String(attempts) },
  { title: 'SENT/DUE (UTC)', cell: formatDeliveryTime },
  // Last column and never truncated: a narrow terminal wraps it.
  { title: 'ERROR', cell: ({ lastError = '' }) => lastError },
];

/** Formats the kind of a delivery: "review-late", "digest 2026-11-23". */
export function formatKind({ kind, about }: Delivery): string {
  return about ? `${kind} ${about}` : kind;
}

/** Formats the state of a delivery for people: `void` is "skipped". */
export function formatState({ state }: Delivery): string {
  return state === 'void' ? 'skipped' : state;
}

/**
 * Formats the time at which a delivery was sent or is due. Empty for failed and skipped deliveries.
 */
export function formatDeliveryTime({ deliveredAt, nextAttemptAt }: Delivery): string {
  const time = deliveredAt ?? nextAttemptAt;
  return time === undefined ? '' : toMinute(time);
}

export const redeliver: CliCommand = (program, context) =>
  addCommand(program, 'redeliver [id]', {
    description:
      'Queue what failed or was never sent of an inquiry, or all failed deliveries. The running server sends them.',
    examples: ['inquiries redeliver 019aa5d2-7f3c', 'inquiries redeliver --failed'],
  })
    .option('--failed', 'All failed deliveries instead of one inquiry.')
    .action((idPrefix, { failed = false }) => {
      const isOne = idPrefix !== undefined;
      if (isOne === failed) {
        throw new CliError('USAGE', 'Expected either the id of one inquiry or --failed.');
      }
      return withStore(context, async (storeContext) => {
        const destinations = requireDestinations(storeContext.settings);
        if (idPrefix === undefined) await redeliverAllFailed(storeContext, destinations);
        else await redeliverOne(storeContext, destinations, idPrefix);
      });
    });

function requireDestinations(settings: Settings): Destination[] {
  const destinations = getDestinations(settings);
  if (destinations.length > 0) return destinations;
  const fix = `Set ${destinationSettings}, as .env.example explains, and run it again.`;
  throw new CliError('NOBODY_IS_NOTIFIED', 'No destination is set.', fix);
}

/**
 * Queues all failed deliveries to configured destinations. Prints the number of failed ones to
 * others.
 */
async function redeliverAllFailed(
  { store, clock, stderr }: StoreContext,
  destinations: Destination[],
): Promise<void> {
  const count = await redeliverFailed({ store, clock, destinations });
  const others = await readUnconfigured(store, destinations, 'failed');
  if (count > 0) stderr.write(`Queued: ${count}.\n`);
  if (count === 0 && others.length === 0) stderr.write(`${noneFailed}\n`);
  for (const other of others) {
    const receiver = `${other.destination}, which is not configured`;
    stderr.write(`Not queued: ${other.count} to ${receiver}.\n`);
  }
}

/**
 * Queues the deliveries of an inquiry that failed or were never sent. Prints the next attempt of
 * each that is still waiting.
 */
async function redeliverOne(
  { store, clock, stderr }: StoreContext,
  destinations: Destination[],
  idPrefix: string,
): Promise<void> {
  const { id } = await requireInquiry(store, idPrefix);
  const names = destinations.map(({ name }) => name);
  const waiting = await listDeliveries(store, { inquiryId: id, state: 'waiting' });
  const nextAttempts = waiting
    .filter(({ destination }) => names.includes(destination))
    .map(describeNextAttempt);
  const queued = await redeliverInquiry({ store, clock, destinations }, id);
  if (queued.length === 0) {
    const title = `No delivery to ${names.join(' or ')} has failed: what was delivered or skipped is not sent again.`;
    const fix = nextAttempts.join('\n') || `Run "inquiries show ${id}" to see its deliveries.`;
    throw new CliError('NOT_ALLOWED', title, fix);
  }
  const lines = [`Queued: ${id} to ${queued.join(' and ')}.`, ...nextAttempts];
  stderr.write(`${lines.join('\n')}\n`);
}

function describeNextAttempt(delivery: Delivery): string {
  const { destination, lastError } = delivery;
  const time = formatDeliveryTime(delivery);
  const reason = lastError ? ` (${lastError})` : '';
  return `${formatKind(delivery)} to ${destination} still waits: the next attempt is at ${time} UTC${reason}.`;
}

export const dismiss: CliCommand = (program, context) =>
  addCommand(program, 'dismiss', {
    description: 'Drop failed deliveries. Keeps their last errors.',
    examples: ['inquiries dismiss --failed'],
  })
    .requiredOption('--failed', 'All failed deliveries.')
    .action(() =>
      withStore(context, async ({ store, stderr }) => {
        const count = await dismissFailed(store);
        stderr.write(count ? `Dismissed: ${count}.\n` : `${noneFailed}\n`);
      }),
    );
