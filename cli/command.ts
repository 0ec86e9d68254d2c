import type { CliProblem } from './problems.ts';

/** Where a command reads its settings and writes: data to `stdout`, messages to `stderr`. */
export interface Terminal {
  env: Record<string, string | undefined>;
  /** Where they are from: "the environment and /srv/website/.env". */
  settingsFrom: string;
  stdout: Output;
  stderr: Output;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
}

export interface Output {
  /** Answers `false` when it wants no more until its event `drain`. */
  write(text: string): unknown;
  once?(event: 'drain' | 'error', listener: () => void): unknown;
  /** Width of the terminal in characters, where it is one. */
  columns?: number | undefined;
  isTTY?: boolean | undefined;
}

/** One option, with what it does as the help shows it. */
export type Option =
  | { type: 'boolean'; help: string }
  /** `expected` goes on from "Write it as" when a value is not one that it accepts. */
  | { type: 'string'; help: string; expected: string; accepts: (value: string) => boolean };

/** The options that were given; values are ones that their options accept. */
export interface Given {
  flags: Record<string, boolean | undefined>;
  values: Record<string, string | undefined>;
}

/** One command of the team's. It returns what kept it from its work, or nothing. */
export interface Command {
  /** How to call it, after `inquiries`. */
  usage: string;
  summary: string;
  /** Names of the words that have to follow the command's name, in their order. */
  words?: string[];
  /** Name of a word that may follow them. */
  optionalWord?: string;
  options: Record<string, Option>;
  examples: string[];
  run(given: Given, terminal: Terminal, ...words: string[]): Promise<CliProblem | undefined>;
}
