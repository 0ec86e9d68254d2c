import { dismiss as dismissInquiry, dismissFailed } from '../inquiries/delivery/redeliver.ts';
import type { Command, Terminal } from './command.ts';
import { failedOption, nothingGivenUp, withFailed } from './given-up.ts';
import { jsonOption } from './option-values.ts';
import { problems } from './problems.ts';
import { withInquiry } from './with-inquiry.ts';

export const dismiss: Command = {
  usage: 'dismiss ID|--failed [--json]',
  optionalWord: 'ID',
  summary: 'Drop what was given up, of one inquiry or all. The last errors are kept.',
  options: {
    failed: failedOption,
    json: jsonOption('Print how many deliveries were dropped as a JSON object.'),
  },
  examples: ['inquiries dismiss 019aa5d2-7f3c', 'inquiries dismiss --failed'],

  async run({ flags: { failed, json } }, terminal, id?: string) {
    if (Boolean(failed) === (id !== undefined)) return problems.idOrFailed('dismiss');
    return id === undefined ? dismissAll(terminal, json) : dismissOne(terminal, id, json);
  },
};

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
