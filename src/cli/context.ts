/** Where a command reads its settings and writes: data to `stdout`, messages to `stderr`. */
export interface CliContext {
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

/** Lists example calls at the end of a command's help. */
export const examples = (...calls: string[]): string =>
  ['\nExamples:', ...calls.map((call) => `  ${call}`)].join('\n');
