import { Command, CommanderError } from '@commander-js/extra-typings';
import packageFile from '../../package.json' with { type: 'json' };
import { type CliContext, CliError } from './command.ts';
import { backup } from './commands/backup.ts';
import { assign, mark } from './commands/change.ts';
import { check } from './commands/check.ts';
import { deleteCommand } from './commands/delete.ts';
import { deliveries, dismiss, redeliver } from './commands/deliveries.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { list } from './commands/list.ts';
import { migrate } from './commands/migrate.ts';
import { report } from './commands/report.ts';
import { restore } from './commands/restore.ts';
import { show } from './commands/show.ts';
import { withDatabase } from './with-store.ts';

const teamCommands = [
  list,
  show,
  mark,
  assign,
  report,
  exportCommand,
  importCommand,
  deleteCommand,
];
const serverCommands = [deliveries, redeliver, dismiss, backup, restore, migrate, check];

export function createProgram(cliContext: CliContext): Command {
  // A copy, because the option `--database` changes the environment.
  const context = { ...cliContext };
  const { stdout } = context;
  const program = new Command('inquiries')
    .description('Work with the inquiries that the website received.')
    .version(packageFile.version, '--version', 'Print the version.')
    .helpOption('-h, --help', 'Show help.')
    .helpCommand('help [command]', 'Show help for a command.')
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      // `runCli` prints errors.
      writeErr: () => undefined,
      getOutHelpWidth: () => stdout.columns ?? 80,
    })
    .option(
      '--database <name>',
      'Another database on the server of DATABASE_URL, before the command: to test a restore.',
    )
    .exitOverride();
  program.hook('preAction', () => {
    const { database } = program.opts();
    if (database !== undefined) context.env = withDatabase(context.env, database);
  });
  for (const define of [...teamCommands, ...serverCommands]) define(program, context);
  return program;
}

/** Runs a command and resolves to its exit code. `argv`: arguments without node and script. */
export async function runCli(argv: string[], context: CliContext): Promise<number> {
  try {
    await createProgram(context).parseAsync(argv.length ? argv : ['help'], { from: 'user' });
    return 0;
  } catch (error) {
    // Help and version end successfully.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const { code, message, fix } = toUsageError(error);
    context.stderr.write(`${message} [${code}]\n${fix}\n`);
    return code === 'USAGE' ? 2 : 1;
  }
}

/** Converts an error of the command line. Rethrows any other than `CliError`. */
function toUsageError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (!(error instanceof CommanderError)) throw error;
  // Replaces the message, which is the help of all commands.
  if (error.code === 'commander.help') return new CliError('USAGE', 'Expected a command.');
  // The second line is a suggestion.
  const [line = '', fix] = error.message.split('\n');
  const title = line.replace(/^error: (.)/, (_, first: string) => first.toUpperCase());
  return new CliError('USAGE', title, fix);
}
