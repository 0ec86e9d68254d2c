import { Option } from '@commander-js/extra-typings';
import { type Destination, getDestinations } from '../../config/destinations.ts';
import { firm } from '../../content/firm.ts';
import { countInquiries, streamWithHistory } from '../../store/inquiries/list-inquiries.ts';
import { countUndelivered } from '../../store/outbox/count-undelivered.ts';
import { readUnconfigured } from '../../store/outbox/skip-unconfigured.ts';
import { findDamage } from '../../store/sqlite/damage.ts';
import type { Store } from '../../store/store.ts';
import type { EpochMs } from '../../text/format-time.ts';
import { addCommand, type CliCommand, CliError } from '../command.ts';
import { toCsv } from '../output/csv.ts';
import { addDeadline } from '../output/format.ts';
import { showProgress } from '../output/progress.ts';
import { toJsonArray, writeStream } from '../output/write-stream.ts';
import { withStore } from '../with-store.ts';

export const exportCommand: CliCommand = (program, context) =>
  addCommand(program, 'export', {
    description: 'Export inquiries, oldest first.',
    examples: [
      'inquiries export --format csv > inquiries.csv',
      'inquiries export > inquiries.json',
    ],
  })
    .addOption(
      new Option(
        '--format <format>',
        'json with histories, which programs and "inquiries import" read, or csv for people: labels, local times, and an apostrophe before a formula.',
      )
        .choices(['json', 'csv'])
        .default('json'),
    )
    .option('--ignore-waiting', 'Export JSON although notifications wait to be sent.')
    .action(({ format, ignoreWaiting }) =>
      withStore(context, async ({ store, settings, clock, stdout, stderr }) => {
        const destinations = getDestinations(settings);
        if (format === 'json' && !ignoreWaiting) {
          await assertNothingWaits(store, destinations, clock());
          for (const other of await readUnconfigured(store, destinations, 'waiting')) {
            const receiver = `${other.destination}, which is not configured`;
            stderr.write(`Not exported: ${other.count} notifications to ${receiver}.\n`);
          }
        }
        const isDamaged = store.kind === 'sqlite' && (await findDamage(store.name)) !== undefined;
        if (isDamaged) stderr.write('The store is damaged. It is read without its indexes.\n');
        const options = { skipsIndexes: isDamaged };
        const total = await countInquiries(store, options);
        await showProgress(context, 'Exporting', (update) => {
          async function* read() {
            let done = 0;
            for await (const inquiry of streamWithHistory(store, options)) {
              update(++done, total);
              yield addDeadline(inquiry);
            }
          }
          const parts = format === 'csv' ? toCsv(read(), firm.timeZone) : toJsonArray(read());
          return writeStream(stdout, parts);
        });
      }),
    );

/** Throws if notifications are waiting: an import into another store would not send them. */
async function assertNothingWaits(
  store: Store,
  destinations: readonly Destination[],
  now: EpochMs,
) {
  const groups = await countUndelivered(store, destinations, now);
  const waiting = groups.filter(({ state }) => state === 'waiting');
  const count = waiting.reduce((sum, group) => sum + group.count, 0);
  if (count === 0) return;
  const notifications = count === 1 ? '1 notification waits' : `${count} notifications wait`;
  const title = `${notifications} to be sent, and an import into another store would not send them.`;
  const fix =
    'Let the server send them ("inquiries deliveries" lists them), then export again. Or add --ignore-waiting.';
  throw new CliError('NOTIFICATIONS_WAITING', title, fix);
}
