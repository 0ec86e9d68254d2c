import { parseArgs } from 'node:util';
import type { Command, Options, Terminal } from './command.ts';
import { helpFor, overview } from './help.ts';
import { list } from './list.ts';
import { type CliProblem, problems, renderProblem } from './problems.ts';
import { suggest } from './suggest.ts';

const commands: Record<string, Command> = { list };

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
  const parsed = parseOptions(rest, command);
  if (!parsed.ok) return parsed.problem;
  if (parsed.options['help']) return help(name, terminal);
  return command.run(parsed.options, terminal);
}

async function help(name: string | undefined, { stdout }: Terminal) {
  if (name && !Object.hasOwn(commands, name)) return unknownCommand(name);
  const command = name ? commands[name] : undefined;
  stdout.write(command ? helpFor(command) : overview(Object.values(commands)));
  return undefined;
}

const unknownCommand = (name: string) =>
  problems.unknownCommand(name, suggest(name, ['help', ...Object.keys(commands)]));

type ParsedOptions = { ok: true; options: Options } | { ok: false; problem: CliProblem };

// Not in parseArgs' strict mode, whose errors suggest nothing.
function parseOptions(args: string[], command: Command): ParsedOptions {
  const known = { ...command.options, help: { type: 'boolean', short: 'h' } } as const;
  const { values, tokens } = parseArgs({ args, options: known, strict: false, tokens: true });

  for (const token of tokens) {
    if (token.kind === 'positional') return wrong(problems.unexpectedArgument(token.value));
    if (token.kind === 'option-terminator') continue;
    const option = Object.hasOwn(known, token.name) && known[token.name as keyof typeof known];
    if (!option) {
      const names = Object.keys(known).map((name) => `--${name}`);
      return wrong(problems.unknownOption(token.rawName, suggest(token.rawName, names)));
    }
    if (option.type === 'boolean' && token.value !== undefined) {
      return wrong(problems.badOptionValue(token.name, `"--${token.name}" alone`));
    }
  }
  return { ok: true, options: values as Options };
}

const wrong = (problem: CliProblem): ParsedOptions => ({ ok: false, problem });
