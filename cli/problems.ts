/** Something that keeps a command from its work, and what to do about it. */
export interface CliProblem {
  /** Stable, to search for. */
  code: string;
  title: string;
  fix: string;
  /** 2: the command line is wrong; 1: anything else. */
  exitCode: 1 | 2;
}

const seeHelp = 'Run "npm run inquiries -- help" to see what there is.';
const didYouMean = (suggestion: string | undefined) =>
  suggestion ? `Did you mean "${suggestion}"?` : seeHelp;

export const problems = {
  unknownCommand: (name: string, suggestion?: string): CliProblem => ({
    code: 'UNKNOWN_COMMAND',
    title: `There is no command "${name}".`,
    fix: didYouMean(suggestion),
    exitCode: 2,
  }),
  unknownOption: (name: string, suggestion?: string): CliProblem => ({
    code: 'UNKNOWN_OPTION',
    title: `There is no option "${name}" here.`,
    fix: didYouMean(suggestion),
    exitCode: 2,
  }),
  unexpectedArgument: (text: string): CliProblem => ({
    code: 'UNEXPECTED_ARGUMENT',
    title: `"${text}" is one word too many.`,
    fix: seeHelp,
    exitCode: 2,
  }),
  badOptionValue: (name: string, expected: string): CliProblem => ({
    code: 'BAD_OPTION_VALUE',
    title: `"--${name}" has a value that cannot be used.`,
    fix: `Write it as ${expected}.`,
    exitCode: 2,
  }),
  badSettings: (settings: string[]): CliProblem => ({
    code: 'BAD_SETTINGS',
    title: `The settings have problems.\n${settings.map((text) => `- ${text}`).join('\n')}`,
    fix: 'Change them in the environment or in the file .env. See .env.example.',
    exitCode: 1,
  }),
  noStore: (file: string): CliProblem => ({
    code: 'NO_STORE',
    title: `There is no store at ${file}.`,
    fix: 'Run "npm start" to create it, or set DATA_DIR to the folder that the server uses.',
    exitCode: 1,
  }),
  storeUnavailable: (reason: string): CliProblem => ({
    code: 'STORE_UNAVAILABLE',
    title: `The store cannot be read. ${reason}`,
    fix: 'Check that this user may read and write the file and its folder, then run it again.',
    exitCode: 1,
  }),
};

export const renderProblem = ({ code, title, fix }: CliProblem): string =>
  `${title} [${code}]\n${fix}\n`;
