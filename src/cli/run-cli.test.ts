import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { runCommand as run, setUpCommands } from '../../tests/fixtures/command-line.ts';
import { statuses } from '../inquiry/status.ts';
import { formatNumber } from './output/format.ts';
import { withDatabase } from './with-store.ts';

describe('a wrong command line', () => {
  const helpHint = 'Run "inquiries help" or "inquiries help COMMAND".\n';
  const invalidLimit = (value: string) =>
    `Option '--limit <number>' argument '${value}' is invalid. Expected a whole number from 1, such as 10. [USAGE]\n`;
  const severalIds = 'Expected one or more ids, and then a status. [USAGE]\n';
  const judgment = 'A review needs either --qualified or --not-qualified;';

  it.each([
    [['lsit'], "Unknown command 'lsit' [USAGE]\n(Did you mean list?)\n"],
    [['constructor'], `Unknown command 'constructor' [USAGE]\n${helpHint}`],
    [['list', '--jsn'], "Unknown option '--jsn' [USAGE]\n(Did you mean --json?)\n"],
    [['list', '--__proto__'], `Unknown option '--__proto__' [USAGE]\n${helpHint}`],
    [['--database', 'other'], `Expected a command. [USAGE]\n${helpHint}`],
    [['help', 'lsit'], `Expected a command. [USAGE]\n${helpHint}`],
    [['list', 'all'], "Too many arguments for 'list'. Expected 0 arguments but got 1: all."],
    [['--database', 'other', 'list'], 'only with DATABASE_URL. [USAGE]\n'],
    [['mark', '01a1', 'read'], severalIds],
    [['mark', '01a1', '01a2'], severalIds],
    [['mark', 'new'], severalIds],
    [['mark', '01a1', 'reviewed'], judgment],
    [['mark', '01a1', 'reviewed', '--qualified', '--not-qualified'], judgment],
    [['mark', '01a1', 'spam', '--not-qualified'], judgment],
    [
      ['mark', '01a1', 'spam', '--note', ''],
      `Expected text of 1 to ${formatNumber(2000)} characters`,
    ],
    [['assign', '01a1', '--to', 'x'.repeat(101)], 'Expected text of 1 to 100 characters'],
    [['assign', '01a1'], 'Expected either --to or --nobody. [USAGE]\n'],
    [['assign', '01a1', '--to', 'Ada', '--nobody'], 'Expected either --to or --nobody. [USAGE]\n'],
    [['assign', '01a1', '--to', '\u200b'], 'Expected text of 1 to 100 characters'],
    [['delete', '--force'], 'Expected one of --email, --id and --deleted-in. [USAGE]\n'],
    [['delete', '--email', 'ada@one.example', '--id', '0'], 'Expected one of --email, --id and'],
    [['redeliver'], 'Expected either the id of one inquiry or --failed. [USAGE]\n'],
    [['redeliver', '01a1', '--failed'], 'Expected either the id of one inquiry or --failed.'],
    [['dismiss'], "Required option '--failed' not specified [USAGE]\n"],
    [['backup', 'copies', '--keep', '0'], 'Expected a whole number from 1'],
    [['report', '--weeks', '0'], 'Expected a whole number from 1'],
    [['report', '--weeks', '521'], 'Expected at most 520 weeks. [USAGE]\n'],
    [['list', '--limit'], "Option '--limit <number>' argument missing [USAGE]\n"],
    [['list', '--limit', 'ten'], invalidLimit('ten')],
    [['list', '--limit', '0'], invalidLimit('0')],
    [['list', '--search', ' '], 'Expected text of 1 to 200 characters on one line. [USAGE]'],
    [['list', '--status', 'lost'], `Allowed choices are ${statuses.join(', ')}.`],
  ])('is explained: %j', async (argv, message) => {
    const { exitCode, stdout, stderr } = await run(argv);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('Usage:');
  });
});

it('lists invalid settings', async () => {
  const { exitCode, stderr } = await run(['list'], { PORT: 'x', LOG_LEVEL: 'loud' });
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/- PORT is "x".*\n- LOG_LEVEL is "loud".*\[BAD_SETTINGS\]\n/);
});

describe('help', () => {
  it('lists every command', async () => {
    const help = await run(['help']);
    expect(help).toMatchObject({ exitCode: 0, stderr: '' });
    expect(help.stdout).toMatch(
      /mark \[options\] <ids-and-status...> {2}Set the status of inquiries/,
    );
    for (const argv of [['--help'], ['-h'], []]) expect(await run(argv)).toEqual(help);
  });

  it('shows the options and examples of a command', async () => {
    const help = await run(['help', 'list']);
    expect(help.exitCode).toBe(0);
    expect(help.stdout).toMatch(/--limit <number> +Max.*\n\nExamples:\n {2}inquiries list/s);
    for (const option of ['--help', '-h']) expect(await run(['list', option])).toEqual(help);
  });
});

it('prints the version of the package', async () => {
  const stdout = `${packageFile.version}\n`;
  expect(await run(['--version'])).toEqual({ exitCode: 0, stdout, stderr: '' });
});

it('ignores a reader that closes the pipe', async () => {
  const seeds = Array.from({ length: 60 }, () => ({ message: 'x'.repeat(5000) }));
  const { env } = await setUpCommands(...seeds);
  const program = spawn(process.execPath, ['src/cli/main.ts', 'list', '--json'], { env });
  program.stdout.once('data', () => program.stdout.destroy());
  const [stderr, [exitCode]] = await Promise.all([text(program.stderr), once(program, 'exit')]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
});

it.each([
  'postgres://user:p%40ss@db.example/DATABASE',
  'postgres://user@db.example:6432/DATABASE?sslmode=require&sslrootcert=/etc/ssl/ca.pem',
  'postgres:///DATABASE?host=/run/postgresql',
])('--database names another database on the server of %s', (url) => {
  const urlOf = (name: string) => ({ DATABASE_URL: url.replace('DATABASE', name) });
  expect(withDatabase(urlOf('inquiries'), 'restore_test')).toEqual(urlOf('restore_test'));
  expect(withDatabase(urlOf('inquiries'), 'a?b#c/d')).toEqual(urlOf('a%3Fb%23c%2Fd'));
});
