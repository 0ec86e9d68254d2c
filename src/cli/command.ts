import type { Writable } from 'node:stream';
import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import type { EpochMs } from '../text/format-time.ts';
import { isSafeLine } from '../text/hidden-chars.ts';
import { normalizeLine } from '../text/normalize-text.ts';
import { formatNumber } from './output/format.ts';

export type Environment = Record<string, string | undefined>;

/** Environment and streams of a command: data goes to `stdout`, messages to `stderr`. */
export interface CliContext {
  env: Environment;
  /** Source of the settings for messages: "the environment and /srv/website/.env". */
  settingsFrom: string;
  /** `columns`: width in characters, if this is a terminal. */
  stdout: Writable & { columns?: number };
  stderr: Writable & { columns?: number };
  clock: () => EpochMs;
}

/** Adds a command to the program. */
export type CliCommand = (program: Command, context: CliContext) => unknown;

/** Adds a command with examples in its help. The caller adds options and action. */
export const addCommand = <Usage extends string>(
  program: Command,
  usage: Usage,
  { description, examples }: { description: string; examples: string[] },
) =>
  program
    .command(usage)
    .description(description)
    .addHelpText('after', ['\nExamples:', ...examples].join('\n  '));

export const forceHelp = 'Apply the changes (default: dry run).';

export function toCount(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('Expected a whole number from 1, such as 10.');
}

/** Accepts a single line of at most `maxLength` characters. */
export const toText = (maxLength: number) => (value: string) => {
  const isShort = value.length <= maxLength;
  const line = isShort ? normalizeLine(value) : '';
  if (line && isSafeLine(value)) return line;
  const length = formatNumber(maxLength);
  throw new InvalidArgumentError(`Expected text of 1 to ${length} characters on one line.`);
};

const helpHint = 'Run "inquiries help" or "inquiries help COMMAND".';

/** An expected error, which `runCli` prints with its code and remedy. */
export class CliError extends Error {
  /** Stable identifier; `USAGE` for a wrong command line. */
  readonly code: string;
  readonly fix: string;

  constructor(code: string, title: string, fix = helpHint) {
    super(title);
    this.code = code;
    this.fix = fix;
  }
}
