import type { Command } from '@commander-js/extra-typings';
import { examples, type CliContext } from '../context.ts';
import { showProgress } from '../output/progress.ts';
import { withStore } from '../with-store.ts';

export const migrate = (program: Command, context: CliContext) =>
  program
    .command('migrate')
    .description(
      'Create or migrate the tables of the store, as the server does at start. Servers of an earlier version may stop working.',
    )
    .addHelpText('after', examples('inquiries migrate'))
    .action(async () => {
      const { stdout, stderr } = context;
      const { applied, name } = await showProgress(context, 'Migrating', () =>
        withStore(context, (store) => Promise.resolve(store), 'migrate'),
      );
      for (const migration of applied) stdout.write(`${migration}\n`);
      stderr.write(
        applied.length ? `The tables of ${name} are up to date.\n` : 'Nothing to migrate.\n',
      );
    });
