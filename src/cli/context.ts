import type { Writable } from 'node:stream';

/** Environment of a command: writes data to `stdout` and messages to `stderr`. */
export interface CliContext {
  env: Record<string, string | undefined>;
  /** Source of the settings: "the environment and /srv/website/.env". */
  settingsFrom: string;
  stdout: Output;
  stderr: Output;
  /** Returns milliseconds since the epoch. */
  clock: () => number;
}

/** `columns`: width of a terminal in characters. */
export type Output = Writable & { columns?: number };

/** Formats example calls for the end of a command's help. */
export const examples = (...calls: string[]): string =>
  ['\nExamples:', ...calls.map((call) => `  ${call}`)].join('\n');
