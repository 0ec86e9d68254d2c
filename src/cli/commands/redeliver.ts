import type { Command } from '@commander-js/extra-typings';
import {
  countFailed,
  dismiss as dismissInquiry,
  dismissFailed,
  redeliver as redeliverInquiry,
  redeliverFailed,
} from '../../outbox/redeliver.ts';
import type { Store } from '../../store/store.ts';
import { examples, type Terminal } from '../context.ts';
import { teamDestinations } from '../destinations.ts';
import { problems, toAction } from '../errors.ts';
import { withProgress } from '../output/progress.ts';
import { withInquiry, withStore } from '../with-store.ts';

const failedHelp = 'All deliveries that were given up, instead of one inquiry.';

const nothingGivenUp = 'No delivery was given up.\n';

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

/** Does `work` with all deliveries that were given up, and prints how many: "Due now: 3." */
const withFailed = (
  terminal: Terminal,
  { doing, done, json = false }: { doing: string; done: string; json: boolean | undefined },
  work: (store: Store, onProgress: (count: number) => void) => Promise<number>,
) =>
  withStore(terminal, 'current', async (store) => {
    const total = () => countFailed(store);
    const count = await withProgress(terminal, { what: doing, total }, (onProgress) =>
      work(store, onProgress),
    );
    if (json) terminal.stdout.write(`${JSON.stringify({ count }, null, 2)}\n`);
    terminal.stderr.write(count ? `${done}: ${count}.\n` : nothingGivenUp);
    return undefined;
  });
