import type { Command } from './command.ts';
import { jsonOption } from './option-values.ts';
import { withStore } from './with-store.ts';

export const migrate: Command = {
  usage: 'migrate [--json]',
  summary:
    'Bring the tables of the store up to date, as the server does when it starts. A server of an ' +
    'earlier version may not be able to use them any more.',
  options: { json: jsonOption('Print the names of the migrations as a JSON object.') },
  examples: ['inquiries migrate'],

  run: ({ flags: { json } }, terminal) =>
    withStore(terminal, 'migrate', async ({ applied }) => {
      const { stdout, stderr } = terminal;
      if (json) stdout.write(`${JSON.stringify({ applied }, null, 2)}\n`);
      else for (const name of applied) stdout.write(`${name}\n`);
      stderr.write(applied.length ? 'The tables are up to date now.\n' : 'Nothing to migrate.\n');
      return undefined;
    }),
};
