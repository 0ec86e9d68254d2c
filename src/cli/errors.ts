import { CommanderError } from '@commander-js/extra-typings';
import { getReason } from '../store/store-errors.ts';
import type { CliContext } from './context.ts';

/** An expected error of a command, with its remedy. */
export interface CliError {
  /** Stable identifier. */
  code: string;
  title: string;
  fix: string;
  /** 2 for a wrong command line; defaults to 1. */
  exitCode?: 2;
}

const describeSetting = (name: string, value: string | undefined) =>
  value ? `${name} is set to ${value}` : `${name} is not set`;

export const cliErrors = {
  conflictingFormats: (): CliError => ({
    code: 'TWO_FORMATS',
    title: '--json cannot be combined with another --format.',
    fix: 'Remove one of them.',
    exitCode: 2,
  }),
  invalidQualification: (): CliError => ({
    code: 'INVALID_QUALIFICATION',
    title: 'A review needs either --qualified or --not-qualified; other statuses need neither.',
    fix: 'Add or remove these options.',
    exitCode: 2,
  }),
  unknownId: (id: string): CliError => ({
    code: 'UNKNOWN_ID',
    title: `No inquiry has an id that starts with "${id}".`,
    fix: 'Run "inquiries list" to see the ids.',
  }),
  ambiguousId: (id: string, ids: string[]): CliError => ({
    code: 'AMBIGUOUS_ID',
    title: `Several ids start with "${id}":\n${ids.map((text) => `- ${text}`).join('\n')}`,
    fix: 'Use a longer prefix. "inquiries show ID" shows an inquiry.',
  }),
  unchanged: (id: string, status: string): CliError => ({
    code: 'UNCHANGED',
    title: `The inquiry already has the status "${status}".`,
    fix: `Run "inquiries show ${id}" to see its history.`,
  }),
  notAllowed: (from: string, commands: string[]): CliError => ({
    code: 'NOT_ALLOWED',
    title: `The status "${from}" does not allow this change.`,
    fix: `Run one of these instead:\n${commands.map((command) => `  ${command}`).join('\n')}`,
  }),
  idOrFailed: (command: string): CliError => ({
    code: 'ID_OR_FAILED',
    title: 'Expected either the id of one inquiry or --failed.',
    fix: `Run "inquiries ${command} ID" with an id from "inquiries list", or "inquiries ${command} --failed".`,
    exitCode: 2,
  }),
  emailOrId: (): CliError => ({
    code: 'MISSING_OPTION',
    title: 'Expected either --email or --id.',
    fix: 'Run "inquiries delete --email ADDRESS" for all inquiries from an address, or "inquiries delete --id ID" for one.',
    exitCode: 2,
  }),
  nobodyIsNotified: (): CliError => ({
    code: 'NOBODY_IS_NOTIFIED',
    title: 'No destination is set.',
    fix: 'Set SMTP_URL or WEBHOOK_URL, as .env.example explains, and run it again.',
  }),
  badSettings: (settings: string[]): CliError => ({
    code: 'BAD_SETTINGS',
    title: `The settings are invalid.\n${settings.map((text) => `- ${text}`).join('\n')}`,
    fix: 'Correct them in the environment or in .env; .env.example describes each.',
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
    title: `${file} already exists.`,
    fix: `${orElse ? `${orElse}, or use` : 'Use'} another file name, such as one with the date.`,
  }),
  notWritten: (file: string, error: unknown): CliError => ({
    code: 'NOT_WRITTEN',
    title: `${file} could not be written: ${getReason(error)}.`,
    fix: 'Check that its folder exists, is writable and has free space. Then run it again.',
  }),
  noFile: (file: string): CliError => ({
    code: 'NO_FILE',
    title: `File not found: ${file}.`,
    fix: 'Check the path.',
  }),
  unreadable: (file: string, error: unknown, fix?: string): CliError => ({
    code: 'UNREADABLE',
    title: `${file} cannot be read: ${getReason(error)}.`,
    fix: fix ?? 'Check that this user may read the file.',
  }),
  notificationsWaiting: (count: number): CliError => ({
    code: 'NOTIFICATIONS_WAITING',
    title:
      `${count === 1 ? '1 notification waits' : `${count} notifications wait`} to be sent, ` +
      'and an import into another store would not send them.',
    fix:
      'Let the server send them ("inquiries deliveries" lists them), then export again. ' +
      'Or add --ignore-waiting.',
  }),
  notImported: (file: string, found: string[]): CliError => ({
    code: 'NOT_IMPORTED',
    title: `${file} cannot be imported.\n${found.map((text) => `- ${text}`).join('\n')}`,
    fix: 'Correct these lines, then run it again. Nothing was imported.',
  }),
  storeInUse: (file: string): CliError => ({
    code: 'STORE_IN_USE',
    title: `Another process has ${file} open.`,
    fix: 'Stop the server and other readers of the store, then run it again.',
  }),
  copyDamaged: (file: string, damage: string): CliError => ({
    code: 'COPY_DAMAGED',
    title: `${file} cannot be used: ${damage}.`,
    fix: 'Restore an earlier backup. Nothing was changed.',
  }),
  notRestored: (reason: string, fix?: string): CliError => ({
    code: 'NOT_RESTORED',
    title: `The copy could not be restored: ${reason}.`,
    fix: fix ?? 'Nothing was changed. Resolve this, then run it again.',
  }),
  checkFailed: (count: number): CliError => ({
    code: 'CHECK_FAILED',
    title: `${count === 1 ? 'One check' : `${count} checks`} failed.`,
    fix: 'Follow the advice after "failed", then run "inquiries check" again.',
  }),
  noPgDump: (): CliError => ({
    code: 'NO_PG_DUMP',
    title: 'pg_dump is not installed.',
    fix: 'Install the PostgreSQL client programs (Debian: apt-get install postgresql-client), then run it again.',
  }),
  notDumped: (reason: string): CliError => ({
    code: 'NOT_DUMPED',
    title: `pg_dump could not copy the database.\n${reason}`,
    fix: 'Resolve the error. The version of pg_dump must not be older than that of the database.',
  }),
  storeTooNew: (reason: string): CliError => ({
    code: 'STORE_TOO_NEW',
    title: reason,
    fix: 'Upgrade this program to the version of the server, then run it again.',
  }),
  storeOutdated: (reason: string): CliError => ({
    code: 'STORE_OUTDATED',
    title: reason,
    fix:
      'Restart the server with this version, which migrates them, or stop all servers of the ' +
      'earlier version and run "inquiries migrate".',
  }),
  storeUnavailable: (reason: string, fix: string): CliError => ({
    code: 'STORE_UNAVAILABLE',
    title: `The store cannot be used. ${reason}`,
    fix,
  }),
};

export const formatError = ({ code, title, fix }: CliError): string =>
  `${title} [${code}]\n${fix}\n`;

/** Adapts `run`, which returns an expected error if any, to an action of commander. */
export const toAction =
  <Args extends unknown[]>(run: (...args: Args) => Promise<CliError | undefined>) =>
  async (...args: Args): Promise<void> => {
    const cliError = await run(...args);
    if (!cliError) return;
    throw new CommanderError(cliError.exitCode ?? 1, cliError.code, formatError(cliError));
  };
