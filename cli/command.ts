import type { ParseArgsOptionsConfig } from 'node:util';
import type { CliProblem } from './problems.ts';

/** Where a command reads its settings and writes: data to `stdout`, messages to `stderr`. */
export interface Terminal {
  env: Record<string, string | undefined>;
  stdout: Output;
  stderr: Output;
}

export interface Output {
  write(text: string): unknown;
  /** Width of the terminal in characters, where it is one. */
  columns?: number | undefined;
}

export type Options = Record<string, string | boolean | undefined>;

/** One command of the team's. It returns what kept it from its work, or nothing. */
export interface Command {
  /** How to call it, after `npm run inquiries --`. */
  usage: string;
  summary: string;
  /** What each option does, as the help shows it. */
  options: Record<string, ParseArgsOptionsConfig[string] & { help: string }>;
  examples: string[];
  run(options: Options, terminal: Terminal): Promise<CliProblem | undefined>;
}
