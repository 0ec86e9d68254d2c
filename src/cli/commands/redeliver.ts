import type { Command } from '@commander-js/extra-typings';
import {
  dismissFailed,
  redeliver as redeliverInquiry,
  redeliverFailed,
} from '../../notifications/deliveries/redeliver.ts';
import { destinationSettings, getNotified } from '../../notifications/destinations.ts';
import { examples, type CliContext } from '../context.ts';
import { CliError } from '../errors.ts';
import { withInquiry, withStore } from '../with-store.ts';

export const redeliver = (program: Command, context: CliContext) =>
  addCommand(program, 'redeliver')
    .description(
      'Queue an inquiry for the team again, or all failed deliveries. The running server sends them.',
    )
    .action((id, { failed }) => {
      const { clock, stderr } = context;
      if (isAll('redeliver', id, failed)) {
        return withStore(context, 'current', async (store) => {
          const count = await redeliverFailed({ store, clock });
          stderr.write(count ? `Queued: ${count}.\n` : noFailedDeliveries);
        });
      }
      return withInquiry(context, 'current', id, async (store, { id }, settings) => {
        const names = getNotified(settings).map(({ name }) => name);
        const destinations = await redeliverInquiry({ store, clock }, id, names);
        if (destinations.length === 0) {
          throw new CliError(
            'NOBODY_IS_NOTIFIED',
            'No destination is set.',
            `Set ${destinationSettings}, as .env.example explains, and run it again.`,
          );
        }
        stderr.write(`Queued: ${id} to ${destinations.join(' and ')}.\n`);
      });
    });

export const dismiss = (program: Command, context: CliContext) =>
  addCommand(program, 'dismiss')
    .description('Drop failed deliveries of one inquiry or all. Keeps their last errors.')
    .action((id, { failed }) => {
      const { stderr } = context;
      if (isAll('dismiss', id, failed)) {
        return withStore(context, 'current', async (store) => {
          const count = await dismissFailed(store);
          stderr.write(count ? `Dismissed: ${count}.\n` : noFailedDeliveries);
        });
      }
      return withInquiry(context, 'current', id, async (store, { id }) => {
        const count = await dismissFailed(store, id);
        stderr.write(count ? `Dismissed: ${count} of ${id}.\n` : noFailedDeliveries);
      });
    });

const noFailedDeliveries = 'No failed deliveries.\n';

const addCommand = (program: Command, name: string) =>
  program
    .command(`${name} [id]`)
    .option('--failed', 'All failed deliveries instead of one inquiry.')
    .addHelpText(
      'after',
      examples(`inquiries ${name} 019aa5d2-7f3c`, `inquiries ${name} --failed`),
    );

/** Requires either an id or --failed; true for --failed. */
function isAll(name: string, id: string | undefined, failed = false): id is undefined {
  if (failed === (id === undefined)) return failed;
  throw new CliError(
    'USAGE',
    'Expected either the id of one inquiry or --failed.',
    `Run "inquiries ${name} ID" with an id from "inquiries list", or "inquiries ${name} --failed".`,
  );
}
