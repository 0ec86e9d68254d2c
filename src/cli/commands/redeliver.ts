import type { Command } from '@commander-js/extra-typings';
import {
  dismissFailed,
  redeliver as redeliverInquiry,
  redeliverFailed,
} from '../../notifications/deliveries/redeliver.ts';
import { destinationSettings, getDestinations } from '../../notifications/destinations.ts';
import { examples, type CliContext } from '../context.ts';
import { CliError, usageError } from '../errors.ts';
import { requireInquiry, withStore } from '../with-store.ts';

export const redeliver = (program: Command, context: CliContext) =>
  program
    .command('redeliver [id]')
    .description(
      'Queue an inquiry for the team again, or all failed deliveries. The running server sends them.',
    )
    .option('--failed', 'All failed deliveries instead of one inquiry.')
    .addHelpText(
      'after',
      examples('inquiries redeliver 019aa5d2-7f3c', 'inquiries redeliver --failed'),
    )
    .action((id, { failed = false }) => {
      if (failed === (id !== undefined)) {
        throw usageError('Expected either the id of one inquiry or --failed.');
      }
      return withStore(context, async (store, settings) => {
        const { clock, stderr } = context;
        if (id === undefined) {
          const count = await redeliverFailed({ store, clock });
          stderr.write(count ? `Queued: ${count}.\n` : noFailedDeliveries);
          return;
        }
        const inquiry = await requireInquiry(store, id);
        const names = getDestinations(settings).map(({ name }) => name);
        const destinations = await redeliverInquiry({ store, clock }, inquiry.id, names);
        if (destinations.length === 0) {
          throw new CliError(
            'NOBODY_IS_NOTIFIED',
            'No destination is set.',
            `Set ${destinationSettings}, as .env.example explains, and run it again.`,
          );
        }
        stderr.write(`Queued: ${inquiry.id} to ${destinations.join(' and ')}.\n`);
      });
    });

export const dismiss = (program: Command, context: CliContext) =>
  program
    .command('dismiss')
    .description('Drop failed deliveries. Keeps their last errors.')
    .requiredOption('--failed', 'All failed deliveries.')
    .addHelpText('after', examples('inquiries dismiss --failed'))
    .action(() =>
      withStore(context, async (store) => {
        const count = await dismissFailed(store);
        context.stderr.write(count ? `Dismissed: ${count}.\n` : noFailedDeliveries);
      }),
    );

const noFailedDeliveries = 'No failed deliveries.\n';
