import type { Command } from '@commander-js/extra-typings';
import {
  dismissFailed,
  redeliver as redeliverInquiry,
  redeliverFailed,
} from '../../notifications/deliveries/redeliver.ts';
import { destinationSettings, getTeamDestinations } from '../../notifications/destinations.ts';
import type { Store } from '../../store/store.ts';
import { examples, type CliContext } from '../context.ts';
import { CliError } from '../errors.ts';
import { formatJson } from '../output/format.ts';
import { withInquiry, withStore } from '../with-store.ts';

const failedHelp = 'All failed deliveries instead of one inquiry.';

const noFailedDeliveries = 'No failed deliveries.\n';

function assertIdOrFailed(command: string, id: string | undefined, failed = false) {
  if (failed !== (id !== undefined)) return;
  throw new CliError(
    'USAGE',
    'Expected either the id of one inquiry or --failed.',
    `Run "inquiries ${command} ID" with an id from "inquiries list", or "inquiries ${command} --failed".`,
  );
}

export const redeliver = (program: Command, context: CliContext) =>
  program
    .command('redeliver [id]')
    .description(
      'Queue an inquiry for the team again, or all failed deliveries. The running server sends them.',
    )
    .option('--failed', failedHelp)
    .option('--json', 'Print the queued deliveries as a JSON object.')
    .addHelpText(
      'after',
      examples('inquiries redeliver 019aa5d2-7f3c', 'inquiries redeliver --failed'),
    )
    .action((id, { failed, json }) => {
      assertIdOrFailed('redeliver', id, failed);
      return id === undefined ? redeliverAll(context, json) : redeliverOne(context, id, json);
    });

const redeliverAll = (context: CliContext, json?: boolean) =>
  updateAll(context, { doneLabel: 'Queued', json }, (store) =>
    redeliverFailed({ store, clock: context.clock }),
  );

const redeliverOne = (context: CliContext, idPrefix: string, json = false) =>
  withInquiry(context, 'current', idPrefix, async (store, { id }, settings) => {
    const { clock, stdout, stderr } = context;
    const team = getTeamDestinations(settings).map(({ name }) => name);
    const destinations = await redeliverInquiry({ store, clock }, id, team);
    if (destinations.length === 0) {
      throw new CliError(
        'NOBODY_IS_NOTIFIED',
        'No destination is set.',
        `Set ${destinationSettings}, as .env.example explains, and run it again.`,
      );
    }
    if (json) stdout.write(formatJson({ id, destinations }));
    stderr.write(`Queued: ${id} to ${destinations.join(' and ')}.\n`);
  });

export const dismiss = (program: Command, context: CliContext) =>
  program
    .command('dismiss [id]')
    .description('Drop failed deliveries of one inquiry or all. Keeps their last errors.')
    .option('--failed', failedHelp)
    .option('--json', 'Print the number of dropped deliveries as a JSON object.')
    .addHelpText('after', examples('inquiries dismiss 019aa5d2-7f3c', 'inquiries dismiss --failed'))
    .action((id, { failed, json }) => {
      assertIdOrFailed('dismiss', id, failed);
      return id === undefined ? dismissAll(context, json) : dismissOne(context, id, json);
    });

const dismissAll = (context: CliContext, json?: boolean) =>
  updateAll(context, { doneLabel: 'Dismissed', json }, (store) => dismissFailed(store));

const dismissOne = (context: CliContext, idPrefix: string, json = false) =>
  withInquiry(context, 'current', idPrefix, async (store, { id }) => {
    const { stdout, stderr } = context;
    const count = await dismissFailed(store, id);
    if (json) stdout.write(formatJson({ id, count }));
    stderr.write(count ? `Dismissed: ${count} of ${id}.\n` : noFailedDeliveries);
  });

/** Updates all failed deliveries and prints their number: "Queued: 3." */
const updateAll = (
  context: CliContext,
  { doneLabel, json = false }: { doneLabel: string; json: boolean | undefined },
  update: (store: Store) => Promise<number>,
) =>
  withStore(context, 'current', async (store) => {
    const count = await update(store);
    if (json) context.stdout.write(formatJson({ count }));
    context.stderr.write(count ? `${doneLabel}: ${count}.\n` : noFailedDeliveries);
  });
