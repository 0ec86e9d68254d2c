import type { Writable } from 'node:stream';
import type { Command } from '@commander-js/extra-typings';

/** Environment of a command: writes data to `stdout` and messages to `stderr`. */
export interface CliContext {
  env: Record<string, string | undefined>;
  /** Source of the settings: "the environment and /srv/website/.env". */
  settingsFrom: string;
  /** `columns`: width of a terminal in characters. */
  stdout: Writable & { columns?: number };
  stderr: Writable & { columns?: number };
  /** Returns milliseconds since the epoch. */
  clock: () => number;
}

/** A command, which adds itself to the program. */
export type CliCommand = (program: Command, context: CliContext) => unknown;

/** Adds a command whose help ends with examples. The caller adds its options and action. */
export const addCommand = <Usage extends string>(
  program: Command,
  usage: Usage,
  { description, examples }: { description: string; examples: string[] },
) =>
  program
    .command(usage)
    .description(description)
    .addHelpText('after', ['\nExamples:', ...examples].join('\n  '));

/** An expected error of a command. `runCli` prints it with its code and remedy. */
export class CliError extends Error {
  /** Stable identifier; `USAGE` for a wrong command line. */
  readonly code: string;
  readonly fix: string;

  constructor(code: string, title: string, fix: string) {
    super(title);
    this.code = code;
    this.fix = fix;
  }
}

export const usageError = (
  title: string,
  fix = 'Run "inquiries help" or "inquiries help COMMAND".',
) => new CliError('USAGE', title, fix);
