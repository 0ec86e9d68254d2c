import {
  countFailed,
  redeliver as redeliverInquiry,
  redeliverFailed,
} from '../inquiries/delivery/redeliver.ts';
import { findInquiry } from '../inquiries/find-inquiry.ts';
import type { Command } from './command.ts';
import { configuredDestinations } from './destinations.ts';
import { jsonOption } from './option-values.ts';
import { problems } from './problems.ts';
import { withProgress } from './progress.ts';
import { withStore } from './with-store.ts';

export const redeliver: Command = {
  usage: 'redeliver ID|--failed [--json]',
  optionalWord: 'ID',
  summary:
    'Have an inquiry sent to the team again, or all that was given up. The running server does it.',
  options: {
    failed: { type: 'boolean', help: 'Everything that was given up, instead of one inquiry.' },
    json: jsonOption('Print what is due now as a JSON object.'),
  },
  examples: [
    'npm run inquiries -- redeliver 019aa5d2-7f3c',
    'npm run inquiries -- redeliver --failed',
  ],

  async run({ flags: { failed, json } }, terminal, id?: string) {
    if (Boolean(failed) === (id !== undefined)) return problems.idOrFailed();
    const { clock, stdout, stderr } = terminal;

    return withStore(terminal, async (store, settings) => {
      if (id === undefined) {
        const total = () => countFailed(store);
        const count = await withProgress(terminal, { what: 'Queueing', total }, (onProgress) =>
          redeliverFailed({ store, clock }, onProgress),
        );
        if (json) stdout.write(`${JSON.stringify({ count }, null, 2)}\n`);
        stderr.write(count ? `Due now: ${count}.\n` : 'No delivery was given up.\n');
        return undefined;
      }
      const found = await findInquiry(store, id);
      if (found.outcome === 'unknown') return problems.unknownId(id);
      if (found.outcome === 'ambiguous') return problems.ambiguousId(id, found.ids);

      const configured = configuredDestinations(settings);
      const destinations = await redeliverInquiry({ store, clock }, found.inquiry.id, configured);
      if (destinations.length === 0) return problems.nobodyIsNotified();
      const due = { id: found.inquiry.id, destinations };
      if (json) stdout.write(`${JSON.stringify(due, null, 2)}\n`);
      stderr.write(`Due now: ${found.inquiry.id} to ${destinations.join(' and ')}.\n`);
      return undefined;
    });
  },
};
