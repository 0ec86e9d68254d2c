import { describe, expect, it } from 'vitest';
import { runCommand as run } from '../../../tests/fixtures/command-line.ts';
import {
  listMigrations,
  olderInquiry,
  createOlderStore,
} from '../../../tests/fixtures/older-store.ts';
import { isOnPostgres, settingsFor } from '../../../tests/fixtures/temporary-store.ts';

const { id } = olderInquiry;
const lastRelease = '0008-search-by-arrival';

describe('a command that only reads', () => {
  it.each([
    ['list'],
    ['list', '--due', '--json'],
    ['list', '--search', 'lovelace'],
    ['show', id],
    ['report'],
    ['export', '--format', 'json'],
    ['deliveries', '--json'],
    ['delete', '--email', olderInquiry.email],
    ['expire'],
    // The tests' PostgreSQL server fails another check.
    ...(isOnPostgres ? [] : [['check']]),
  ])('%s accepts the tables of the previous version', async (...argv) => {
    const location = await createOlderStore(lastRelease);
    const before = await listMigrations(location);
    const { exitCode, stderr } = await run(argv, settingsFor(location));
    expect(stderr).not.toContain('[');
    expect(exitCode).toBe(0);
    expect(await listMigrations(location)).toEqual(before);
  });

  it('check warns about the tables of the previous version', async () => {
    const location = await createOlderStore(lastRelease);
    const { stdout } = await run(['check'], settingsFor(location));
    expect(stdout).toMatch(
      /^warning +store .*earlier version \(0008-search-by-arrival\)\n.*migrate/m,
    );
  });
});

describe('a command that writes', () => {
  it.each([
    ['mark', id, 'spam'],
    ['redeliver', id],
    ['redeliver', '--failed'],
    ['dismiss', id],
    ['dismiss', '--failed'],
    ['delete', '--email', olderInquiry.email, '--force'],
    ['expire', '--force'],
  ])('%s refuses the tables of the previous version', async (...argv) => {
    const location = await createOlderStore(lastRelease);
    const before = await listMigrations(location);
    const { exitCode, stderr } = await run(argv, settingsFor(location));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/\[STORE_OUTDATED\]\nRestart the server .*"inquiries migrate"/);
    expect(await listMigrations(location)).toEqual(before);
  });
});

describe('migrate', () => {
  it('migrates the tables and prints the applied migrations', async () => {
    const env = settingsFor(await createOlderStore(lastRelease));
    const { exitCode, stdout, stderr } = await run(['migrate'], env);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'The tables are up to date.\n',
    });
    expect(stdout).toContain('0011-one-report-each\n');
    expect((await run(['mark', id, 'spam'], env)).exitCode).toBe(0);
    expect(await run(['migrate'], env)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'Nothing to migrate.\n',
    });
  });
});
