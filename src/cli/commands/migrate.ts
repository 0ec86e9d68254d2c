import type { Command } from '@commander-js/extra-typings';
import { examples, type CliContext } from '../context.ts';
import { toAction } from '../errors.ts';
import { withStore } from '../with-store.ts';

export const migrate = (program: Command, context: CliContext) =>
  program
    .command('migrate')
    .description(
      'Migrate the tables of the store, as the server does at start. Servers of an earlier version may stop working.',
    )
    .option('--json', 'Print the applied migrations as a JSON object.')
    .addHelpText('after', examples('inquiries migrate'))
    .action(
      toAction(({ json }) =>
        withStore(context, 'migrate', async ({ applied }) => {
          const { stdout, stderr } = context;
          if (json) stdout.write(`${JSON.stringify({ applied }, null, 2)}\n`);
          else for (const name of applied) stdout.write(`${name}\n`);
          stderr.write(applied.length ? 'The tables are up to date.\n' : 'Nothing to migrate.\n');
          return undefined;
        }),
      ),
    );
