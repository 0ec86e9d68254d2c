import { addCommand, type CliCommand } from '../command.ts';
import { showProgress } from '../output/progress.ts';
import { withStore } from '../with-store.ts';

export const migrate: CliCommand = (program, context) =>
  addCommand(program, 'migrate', {
    description:
      'Create or migrate the tables of the store, as the server does at start. Servers of an earlier version may stop working.',
    examples: ['inquiries migrate'],
  }).action(async () => {
    const name = await showProgress(context, 'Migrating', () =>
      withStore({ ...context, access: 'migrate' }, async ({ store }) => store.name),
    );
    context.stderr.write(`The tables of ${name} are up to date.\n`);
  });
