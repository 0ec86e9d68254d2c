import { Command, CommanderError } from '@commander-js/extra-typings';
import packageFile from '../../package.json' with { type: 'json' };
import { backup } from './commands/backup.ts';
import { check } from './commands/check.ts';
import type { CliContext } from './context.ts';
import { deliveries } from './commands/deliveries.ts';
import { deleteCommand, expireCommand } from './commands/delete.ts';
import { exportInquiries } from './commands/export.ts';
import { importInquiriesFile } from './commands/import.ts';
import { list } from './commands/list.ts';
import { mark } from './commands/mark.ts';
import { migrate } from './commands/migrate.ts';
import { dismiss, redeliver } from './commands/redeliver.ts';
import { report } from './commands/report.ts';
import { restore } from './commands/restore.ts';
import { show } from './commands/show.ts';

const commands = [
  list,
  show,
  mark,
  report,
  exportInquiries,
  importInquiriesFile,
  deleteCommand,
  expireCommand,
  deliveries,
  redeliver,
  dismiss,
  backup,
  restore,
  migrate,
  check,
];

/** Stable codes for commander's errors. */
export const errorCodes: Record<string, string> = {
  'commander.unknownCommand': 'UNKNOWN_COMMAND',
  'commander.unknownOption': 'UNKNOWN_OPTION',
  'commander.missingArgument': 'MISSING_WORD',
  'commander.excessArguments': 'UNEXPECTED_ARGUMENT',
  'commander.optionMissingArgument': 'BAD_OPTION_VALUE',
  'commander.invalidArgument': 'BAD_OPTION_VALUE',
};

/** Creates the command line with its commands. */
export function createProgram(context: CliContext): Command {
  const { stdout, stderr } = context;
  const program = new Command('inquiries')
    .description('Work with the inquiries that the website received.')
    .version(packageFile.version, '--version', 'Print the version.')
    .helpOption('-h, --help', 'Show help.')
    .helpCommand('help [command]', 'Show help for a command.')
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: () => undefined,
      getOutHelpWidth: () => stdout.columns ?? 80,
      getErrHelpWidth: () => stderr.columns ?? 80,
    })
    .exitOverride();
  for (const add of commands) add(program, context);
  return program;
}

/** Runs a command (`argv` without node and script) and resolves to its exit code. */
export async function runCli(argv: string[], context: CliContext): Promise<number> {
  const { stderr } = context;
  const program = createProgram(context);

  const [first, name] = argv;
  const isKnown = program.commands.some((command) => command.name() === name);
  // For "help UNKNOWN", commander would print the general help.
  const args = first === 'help' && name && !isKnown ? [name] : argv;
  try {
    await program.parseAsync(args.length ? args : ['help'], { from: 'user' });
    return 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const { code, exitCode, message } = error;
    if (code.startsWith('commander.')) {
      if (code in errorCodes) stderr.write(formatCommanderError(error));
      // Help and version exit with 0.
      return exitCode && 2;
    }
    stderr.write(message);
    return exitCode;
  }
}

/** Formats an error of commander like a `CliError`. Its second line is a suggestion. */
function formatCommanderError({ code, message }: CommanderError) {
  const sentence = message.replace(/^error: (.)/, (_, first: string) => first.toUpperCase());
  const [title, fix = 'Run "inquiries help" or "inquiries help COMMAND".'] = sentence.split('\n');
  return `${title} [${errorCodes[code]}]\n${fix}\n`;
}
