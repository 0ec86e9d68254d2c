import type { Command } from '@commander-js/extra-typings';
import { dismiss as dismissInquiry, dismissFailed } from '../inquiries/delivery/redeliver.ts';
import { examples, type Terminal, toAction } from './command.ts';
import { failedHelp, nothingGivenUp, withFailed } from './given-up.ts';
import { problems } from './problems.ts';
import { withInquiry } from './with-inquiry.ts';

export const dismiss = (program: Command, terminal: Terminal) =>
  program
    .command('dismiss [id]')
    .description(
      'Drop deliveries that were given up, of one inquiry or all. Their last errors are kept.',
    )
    .option('--failed', failedHelp)
    .option('--json', 'Print the number of dropped deliveries as a JSON object.')
    .addHelpText('after', examples('inquiries dismiss 019aa5d2-7f3c', 'inquiries dismiss --failed'))
    .action(
      toAction(async (id, { failed, json }) => {
        if (Boolean(failed) === (id !== undefined)) return problems.idOrFailed('dismiss');
        return id === undefined ? dismissAll(terminal, json) : dismissOne(terminal, id, json);
      }),
    );

const dismissAll = (terminal: Terminal, json?: boolean) =>
  withFailed(terminal, { doing: 'Dismissing', done: 'Dismissed', json }, dismissFailed);

const dismissOne = (terminal: Terminal, idPrefix: string, json = false) =>
  withInquiry(terminal, 'current', idPrefix, async (store, { id }) => {
    const { stdout, stderr } = terminal;
    const count = await dismissInquiry(store, id);
    if (json) stdout.write(`${JSON.stringify({ id, count }, null, 2)}\n`);
    stderr.write(count ? `Dismissed: ${count} of ${id}.\n` : nothingGivenUp);
    return undefined;
  });
