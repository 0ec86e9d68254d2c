/** An expected error of a command. `runCli` prints it with its code and remedy. */
export class CliError extends Error {
  override name = 'CliError';
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

export const badSettings = (problems: string[]) =>
  new CliError(
    'BAD_SETTINGS',
    `The settings are invalid.\n${problems.map((text) => `- ${text}`).join('\n')}`,
    'Correct them in the environment or in .env; .env.example describes each.',
  );
