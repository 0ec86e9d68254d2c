import { redeliver as redeliverInquiry, redeliverFailed } from '../inquiries/delivery/redeliver.ts';
import type { Command, Terminal } from './command.ts';
import { teamDestinations } from './destinations.ts';
import { failedOption, withFailed } from './given-up.ts';
import { jsonOption } from './option-values.ts';
import { problems } from './problems.ts';
import { withInquiry } from './with-inquiry.ts';

export const redeliver: Command = {
  usage: 'redeliver ID|--failed [--json]',
  optionalWord: 'ID',
  summary:
    'Have an inquiry sent to the team again, or all that was given up. The running server does it.',
  options: {
    failed: failedOption,
    json: jsonOption('Print what is due now as a JSON object.'),
  },
  examples: ['inquiries redeliver 019aa5d2-7f3c', 'inquiries redeliver --failed'],

  async run({ flags: { failed, json } }, terminal, id?: string) {
    if (Boolean(failed) === (id !== undefined)) return problems.idOrFailed('redeliver');
    return id === undefined ? redeliverAll(terminal, json) : redeliverOne(terminal, id, json);
  },
};

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
