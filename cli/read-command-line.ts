import { parseArgs } from 'node:util';
import type { Command, Given, Option } from './command.ts';
import { type CliProblem, problems } from './problems.ts';
import { suggest } from './suggest.ts';

type CommandLine = { ok: true; given: Given; words: string[] } | { ok: false; problem: CliProblem };

const helpOption = { type: 'boolean', short: 'h', help: 'Show this.' } as const;

/** Reads what follows the name of a command, by what the command takes. */
export function readCommandLine(args: string[], command: Command): CommandLine {
  const known: Record<string, Option> = { ...command.options, help: helpOption };
  // Not in parseArgs' strict mode, whose errors suggest nothing.
  const { tokens } = parseArgs({ args, options: known, strict: false, tokens: true });
  const given: Given = { flags: {}, values: {} };
  const words: string[] = [];
  const { words: names = [], optionalWord, usage } = command;
  const mostWords = names.length + (optionalWord ? 1 : 0);

  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      if (words.length === mostWords) return wrong(problems.unexpectedArgument(token.value));
      words.push(token.value);
      continue;
    }
    const { name, rawName, value } = token;
    const option = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!option) {
      const typed = Object.keys(known).map((other) => `--${other}`);
      return wrong(problems.unknownOption(rawName, suggest(rawName, typed)));
    }
    if (option.type === 'boolean') {
      if (value !== undefined) return wrong(problems.badOptionValue(name, `"--${name}" alone`));
      given.flags[name] = true;
    } else {
      const isGood = value !== undefined && option.accepts(value);
      if (!isGood) return wrong(problems.badOptionValue(name, option.expected));
      given.values[name] = value;
    }
  }

  const missing = names[words.length];
  if (missing && !given.flags['help']) return wrong(problems.missingWord(missing, usage));
  return { ok: true, given, words };
}

const wrong = (problem: CliProblem): CommandLine => ({ ok: false, problem });
