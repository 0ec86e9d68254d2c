import { backup } from './backup.ts';
import { check } from './check.ts';
import type { Command, Terminal } from './command.ts';
import { deliveries } from './deliveries.ts';
import { dismiss } from './dismiss.ts';
import { erase } from './erase.ts';
import { exportInquiries } from './export.ts';
import { helpFor, overview } from './help.ts';
import { importFile } from './import.ts';
import { list } from './list.ts';
import { mark } from './mark.ts';
import { migrate } from './migrate.ts';
import { type CliProblem, problems, renderProblem } from './problems.ts';
import { purge } from './purge.ts';
import { readCommandLine } from './read-command-line.ts';
import { redeliver } from './redeliver.ts';
import { report } from './report.ts';
import { restore } from './restore.ts';
import { show } from './show.ts';
import { stats } from './stats.ts';
import { suggest } from './suggest.ts';

const commands: Record<string, Command> = {
  list,
  show,
  mark,
  stats,
  report,
  export: exportInquiries,
  import: importFile,
  erase,
  purge,
  deliveries,
  redeliver,
  dismiss,
  backup,
  restore,
  migrate,
  check,
};

/** Runs the command that `argv` names (without node and script) and resolves to its exit code. */
export async function runCli(argv: string[], terminal: Terminal): Promise<number> {
  const problem = await run(argv, terminal);
  if (!problem) return 0;
  terminal.stderr.write(renderProblem(problem));
  return problem.exitCode;
}

async function run(argv: string[], terminal: Terminal): Promise<CliProblem | undefined> {
  const [name = 'help', ...rest] = argv;
  if (name === 'help' || name === '--help' || name === '-h') return help(rest[0], terminal);
  if (!Object.hasOwn(commands, name)) return unknownCommand(name);

  const command = commands[name] as Command;
  const line = readCommandLine(rest, command);
  if (!line.ok) return line.problem;
  if (line.given.flags['help']) return help(name, terminal);
  return command.run(line.given, terminal, ...line.words);
}

async function help(name: string | undefined, { stdout }: Terminal) {
  if (name && !Object.hasOwn(commands, name)) return unknownCommand(name);
  const command = name ? commands[name] : undefined;
  stdout.write(command ? helpFor(command) : overview(Object.values(commands)));
  return undefined;
}

const unknownCommand = (name: string) =>
  problems.unknownCommand(name, suggest(name, ['help', ...Object.keys(commands)]));
