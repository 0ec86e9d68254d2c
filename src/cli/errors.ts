import { CommanderError } from '@commander-js/extra-typings';
import type { CliContext } from './context.ts';

/** Something that keeps a command from its work, and what to do about it. */
export interface CliError {
  /** Stable, to search for. */
  code: string;
  title: string;
  fix: string;
  /** 2: the command line is wrong. Anything else ends with 1. */
  exitCode?: 2;
}

const getReason = (error: unknown) => (error instanceof Error ? error.message : 'unknown reason');

const describeSetting = (name: string, value: string | undefined) =>
  value ? `${name} is set to ${value}` : `${name} is not set`;

export const cliErrors = {
  conflictingFormats: (): CliError => ({
    code: 'TWO_FORMATS',
    title: '--json is the same as --format json.',
    fix: 'Leave one of them out.',
    exitCode: 2,
  }),
  unknownStatus: (text: string, known: readonly string[]): CliError => ({
    code: 'UNKNOWN_STATUS',
    title: `Unknown status "${text}".`,
    fix: `Use one of ${known.join(', ')}.`,
    exitCode: 2,
  }),
  missingQualification: (): CliError => ({
    code: 'NOT_JUDGED',
    title: 'A review says whether the inquiry is qualified.',
    fix: 'Add either --qualified or --not-qualified.',
    exitCode: 2,
  }),
  unexpectedQualification: (status: string): CliError => ({
    code: 'JUDGED_WITHOUT_REVIEW',
    title: `--qualified and --not-qualified do not go with "${status}".`,
    fix: 'Leave them out, or mark the inquiry as "reviewed" first.',
    exitCode: 2,
  }),
  unknownId: (id: string): CliError => ({
    code: 'UNKNOWN_ID',
    title: `There is no inquiry whose id starts with "${id}".`,
    fix: 'Run "inquiries list" to see the ids.',
  }),
  ambiguousId: (id: string, ids: string[]): CliError => ({
    code: 'AMBIGUOUS_ID',
    title: `Several ids start with "${id}":\n${ids.map((text) => `- ${text}`).join('\n')}`,
    fix: 'Write more of the one you mean. "inquiries show ID" shows an inquiry.',
  }),
  unchanged: (id: string, status: string): CliError => ({
    code: 'UNCHANGED',
    title: `The inquiry is "${status}" already.`,
    fix: `Run "inquiries show ${id}" to see who marked it, and when.`,
  }),
  notAllowed: (from: string, commands: string[]): CliError => ({
    code: 'NOT_ALLOWED',
    title: `An inquiry that is "${from}" cannot be marked so.`,
    fix: `Run one of these instead:\n${commands.map((command) => `  ${command}`).join('\n')}`,
  }),
  idOrFailed: (command: string): CliError => ({
    code: 'ID_OR_FAILED',
    title: 'Expected either the id of one inquiry or --failed.',
    fix: `Run "inquiries ${command} ID" with an id from "inquiries list", or "inquiries ${command} --failed".`,
    exitCode: 2,
  }),
  nobodyIsNotified: (): CliError => ({
    code: 'NOBODY_IS_NOTIFIED',
    title: 'There is nowhere to send it to.',
    fix: 'Set SMTP_URL or WEBHOOK_URL, as .env.example explains, and run it again.',
  }),
  badSettings: (settings: string[]): CliError => ({
    code: 'BAD_SETTINGS',
    title: `The settings have problems.\n${settings.map((text) => `- ${text}`).join('\n')}`,
    fix: 'Change them in the environment or in the file .env. See .env.example.',
  }),
  noStore: (
    reason: string,
    { env, settingsFrom }: Pick<CliContext, 'env' | 'settingsFrom'>,
  ): CliError => ({
    code: 'NO_STORE',
    title: reason,
    fix:
      `Settings were read from ${settingsFrom}. ` +
      `${env['DATABASE_URL'] ? 'DATABASE_URL is set' : describeSetting('DATA_DIR', env['DATA_DIR'])}. ` +
      'Set DATA_DIR or DATABASE_URL to what the server uses.',
  }),
  fileExists: (file: string, orElse?: string): CliError => ({
    code: 'FILE_EXISTS',
    title: `${file} exists already.`,
    fix: `${orElse ? `${orElse}, or name` : 'Name'} a file that does not, such as one with the date in its name.`,
  }),
  notWritten: (file: string, error: unknown): CliError => ({
    code: 'NOT_WRITTEN',
    title: `${file} could not be written: ${getReason(error)}.`,
    fix: 'Check that its folder exists, has room, and may be written to. Then run it again.',
  }),
  noFile: (file: string): CliError => ({
    code: 'NO_FILE',
    title: `There is no file ${file}.`,
    fix: 'Write the path of a file that is there and may be read.',
  }),
  unreadable: (file: string, error: unknown, fix?: string): CliError => ({
    code: 'UNREADABLE',
    title: `${file} cannot be read: ${getReason(error)}.`,
    fix: fix ?? 'Write the path of a file that this user may read.',
  }),
  notImported: (file: string, found: string[]): CliError => ({
    code: 'NOT_IMPORTED',
    title: `${file} cannot be imported.\n${found.map((text) => `- ${text}`).join('\n')}`,
    fix: 'Correct these lines, then run it again. Nothing was imported.',
  }),
  storeInUse: (file: string): CliError => ({
    code: 'STORE_IN_USE',
    title: `Another process has ${file} open.`,
    fix: 'Stop the server, and what else reads the store, then run it again.',
  }),
  copyDamaged: (file: string, damage: string): CliError => ({
    code: 'COPY_DAMAGED',
    title: `${file} cannot be used: ${damage}.`,
    fix: 'Restore an earlier backup. Nothing was changed.',
  }),
  notRestored: (reason: string, fix?: string): CliError => ({
    code: 'NOT_RESTORED',
    title: `The copy could not be restored: ${reason}.`,
    fix: fix ?? 'Change that, then run it again. Nothing was changed.',
  }),
  checkFailed: (count: number): CliError => ({
    code: 'CHECK_FAILED',
    title: `${count === 1 ? 'One check' : `${count} checks`} failed.`,
    fix: 'Do what stands after "failed", then run "inquiries check" again.',
  }),
  noPgDump: (): CliError => ({
    code: 'NO_PG_DUMP',
    title: 'The program pg_dump, which copies a database, is not installed.',
    fix: 'Install the client programs of PostgreSQL (Debian: apt-get install postgresql-client), then run it again.',
  }),
  notDumped: (reason: string): CliError => ({
    code: 'NOT_DUMPED',
    title: `pg_dump could not copy the database.\n${reason}`,
    fix: 'Change what it complains about; its version has to be that of the database or a newer one.',
  }),
  storeTooNew: (reason: string): CliError => ({
    code: 'STORE_TOO_NEW',
    title: reason,
    fix: 'Upgrade this program to the version that the server runs, then run it again.',
  }),
  storeOutdated: (reason: string): CliError => ({
    code: 'STORE_OUTDATED',
    title: reason,
    fix:
      'Restart the server with this version, which brings them up to date; or run ' +
      '"inquiries migrate", once no server of the earlier version runs.',
  }),
  storeUnavailable: (reason: string, place: 'folder' | 'database', fix?: string): CliError => ({
    code: 'STORE_UNAVAILABLE',
    title: `The store cannot be read. ${reason}`,
    fix:
      fix ??
      (place === 'database'
        ? 'Check that the database runs and that DATABASE_URL names it, then run it again.'
        : 'Check that this user may read and write the file and its folder, then run it again.'),
  }),
};

export const formatError = ({ code, title, fix }: CliError): string =>
  `${title} [${code}]\n${fix}\n`;

/** Makes an action for commander from `run`, which returns the cliError that stopped it, if any. */
export const toAction =
  <Args extends unknown[]>(run: (...words: Args) => Promise<CliError | undefined>) =>
  async (...words: Args): Promise<void> => {
    const cliError = await run(...words);
    if (!cliError) return;
    throw new CommanderError(cliError.exitCode ?? 1, cliError.code, formatError(cliError));
  };
