import type { Command } from '@commander-js/extra-typings';
import { examples, type CliContext } from '../context.ts';
import { toAction } from '../errors.ts';
import { withStore } from '../with-store.ts';

export const migrate = (program: Command, context: CliContext) =>
  program
    .command('migrate')
    .description(
      'Update the tables of the store, as the server does when it starts. A server of an earlier version may not work with them any more.',
    )
    .option('--json', 'Print the names of the migrations as a JSON object.')
    .addHelpText('after', examples('inquiries migrate'))
    .action(
      toAction(({ json }) =>
        withStore(context, 'migrate', async ({ applied }) => {
          const { stdout, stderr } = context;
          if (json) stdout.write(`${JSON.stringify({ applied }, null, 2)}\n`);
          else for (const name of applied) stdout.write(`${name}\n`);
          stderr.write(
            applied.length ? 'The tables are up to date now.\n' : 'Nothing to migrate.\n',
          );
          return undefined;
        }),
      ),
    );
