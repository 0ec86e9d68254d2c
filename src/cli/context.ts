/** Environment of a command: writes data to `stdout` and messages to `stderr`. */
export interface CliContext {
  env: Record<string, string | undefined>;
  /** Source of the settings: "the environment and /srv/website/.env". */
  settingsFrom: string;
  stdout: Output;
  stderr: Output;
  /** Name servers with their ports; defaults to those of the system. */
  nameServers?: readonly string[];
  /** Returns milliseconds since the epoch. */
  clock: () => number;
}

export interface Output {
  /** Returns `false` if the writer should wait for `drain`. */
  write(text: string): unknown;
  once?(event: 'drain' | 'error', listener: () => void): unknown;
  /** Width of a terminal in characters. */
  columns?: number | undefined;
  isTTY?: boolean | undefined;
}

/** Formats example calls for the end of a command's help. */
export const examples = (...calls: string[]): string =>
  ['\nExamples:', ...calls.map((call) => `  ${call}`)].join('\n');
