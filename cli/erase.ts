import { idsByEmail } from '../inquiries/erase-inquiries.ts';
import { maxLengths } from '../inquiries/inquiry.ts';
import type { Command } from './command.ts';
import { eraseWithProgress, planned, reportErasure } from './erasure.ts';
import { forceOption, jsonOption, textOption } from './option-values.ts';
import { problems } from './problems.ts';
import { withStore } from './with-store.ts';

export const erase: Command = {
  usage: 'erase --email ADDRESS [--force] [--json]',
  summary: 'Erase for good all inquiries from one address, with their history.',
  options: {
    email: textOption('Whose inquiries; case does not matter.', maxLengths.email),
    force: forceOption,
    json: jsonOption('Print the ids, and whether they are erased, as a JSON object.'),
  },
  examples: [
    'inquiries erase --email ada@example.com',
    'inquiries erase --email ada@example.com --force',
  ],

  async run({ flags: { force, json }, values: { email } }, terminal) {
    if (!email) return problems.missingOption('email', this.usage);
    const access = force ? 'current' : 'readable';
    return withStore(terminal, access, async (store) => {
      const ids = await idsByEmail(store, email);
      const erasure = force ? await eraseWithProgress(terminal, store, ids) : planned(ids);

      if (json) {
        terminal.stdout.write(`${JSON.stringify({ erased: Boolean(force), ids }, null, 2)}\n`);
      } else {
        for (const id of ids) terminal.stdout.write(`${id}\n`);
      }
      reportErasure(terminal, store, erasure);
      return undefined;
    });
  },
};
