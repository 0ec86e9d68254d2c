import type { Command } from '@commander-js/extra-typings';
import { idsByEmail } from '../inquiries/erase-inquiries.ts';
import { maxLengths } from '../inquiries/inquiry.ts';
import { examples, type Terminal, toAction } from './command.ts';
import { eraseIfForced, reportErasure } from './erasure.ts';
import { forceHelp, toText } from './option-values.ts';
import { withStore } from './with-store.ts';

export const erase = (program: Command, terminal: Terminal) =>
  program
    .command('erase')
    .description('Erase all inquiries from one address for good, with their history.')
    .requiredOption(
      '--email <address>',
      'Address of the inquirer; case does not matter.',
      toText(maxLengths.email),
    )
    .option('--force', forceHelp)
    .option('--json', 'Print the ids, and whether they are erased, as a JSON object.')
    .addHelpText(
      'after',
      examples(
        'inquiries erase --email ada@example.com',
        'inquiries erase --email ada@example.com --force',
      ),
    )
    .action(
      toAction(({ email, force = false, json }) => {
        const access = force ? 'current' : 'readable';
        return withStore(terminal, access, async (store) => {
          const ids = await idsByEmail(store, email);
          const erasure = await eraseIfForced(terminal, store, ids, force);

          if (json) {
            terminal.stdout.write(`${JSON.stringify({ erased: force, ids }, null, 2)}\n`);
          } else {
            for (const id of ids) terminal.stdout.write(`${id}\n`);
          }
          reportErasure(terminal, store, erasure);
          return undefined;
        });
      }),
    );
