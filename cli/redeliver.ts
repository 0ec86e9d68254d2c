import type { Command } from '@commander-js/extra-typings';
import { redeliver as redeliverInquiry, redeliverFailed } from '../inquiries/delivery/redeliver.ts';
import { examples, type Terminal, toAction } from './command.ts';
import { teamDestinations } from './destinations.ts';
import { failedHelp, withFailed } from './given-up.ts';
import { problems } from './problems.ts';
import { withInquiry } from './with-inquiry.ts';

export const redeliver = (program: Command, terminal: Terminal) =>
  program
    .command('redeliver [id]')
    .description(
      'Send an inquiry to the team again, or all deliveries that were given up. The running server sends them.',
    )
    .option('--failed', failedHelp)
    .option('--json', 'Print what is due now as a JSON object.')
    .addHelpText(
      'after',
      examples('inquiries redeliver 019aa5d2-7f3c', 'inquiries redeliver --failed'),
    )
    .action(
      toAction(async (id, { failed, json }) => {
        if (Boolean(failed) === (id !== undefined)) return problems.idOrFailed('redeliver');
        return id === undefined ? redeliverAll(terminal, json) : redeliverOne(terminal, id, json);
      }),
    );

const redeliverAll = (terminal: Terminal, json?: boolean) =>
  withFailed(terminal, { doing: 'Queueing', done: 'Due now', json }, (store, onProgress) =>
    redeliverFailed({ store, clock: terminal.clock }, onProgress),
  );

const redeliverOne = (terminal: Terminal, idPrefix: string, json = false) =>
  withInquiry(terminal, 'current', idPrefix, async (store, { id }, settings) => {
    const { clock, stdout, stderr } = terminal;
    const team = teamDestinations(settings);
    const destinations = await redeliverInquiry({ store, clock }, id, team);
    if (destinations.length === 0) return problems.nobodyIsNotified();
    if (json) stdout.write(`${JSON.stringify({ id, destinations }, null, 2)}\n`);
    stderr.write(`Due now: ${id} to ${destinations.join(' and ')}.\n`);
    return undefined;
  });
