import { describe, expect, it } from 'vitest';
import { runCommand as run } from '../../../tests/fixtures/command-line.ts';
import {
  createReleasedStore,
  createUnreleasedStore,
  listMigrations,
  releasedInquiry,
} from '../../../tests/fixtures/released-store.ts';
import {
  bareLocation,
  isOnPostgres,
  settingsFor,
} from '../../../tests/fixtures/temporary-store.ts';
import { allMigrations } from '../../store/migrations/migrate.ts';

const { id } = releasedInquiry;

describe('a command that only reads', () => {
  it.each([
    ['list'],
    ['list', '--due', '--json'],
    ['list', '--search', 'swiatek'],
    ['show', id],
    ['report'],
    ['export', '--ignore-waiting'],
    ['deliveries', '--json'],
    ['delete', '--email', releasedInquiry.email],
    // The tests' PostgreSQL server fails another check.
    ...(isOnPostgres ? [] : [['check']]),
  ])('%s accepts the tables of the previous version', async (...argv) => {
    const location = await createReleasedStore();
    const before = await listMigrations(location);
    const { exitCode, stderr } = await run(argv, settingsFor(location));
    expect(stderr).not.toContain('[');
    expect(exitCode).toBe(0);
    expect(await listMigrations(location)).toEqual(before);
  });

  it('check warns about the tables of the previous version', async () => {
    const location = await createReleasedStore();
    const { stdout } = await run(['check'], settingsFor(location));
    expect(stdout).toMatch(
      /^warning +store .*earlier version \(0013-search-by-domain\)\n.*migrate/m,
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
    ['delete', '--email', releasedInquiry.email, '--force'],
  ])('%s refuses the tables of the previous version', async (...argv) => {
    const location = await createReleasedStore();
    const before = await listMigrations(location);
    const { exitCode, stderr } = await run(argv, settingsFor(location));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/\[STORE_UNAVAILABLE\]\nRestart the server .*"inquiries migrate"/);
    expect(await listMigrations(location)).toEqual(before);
  });
});

describe('migrate', () => {
  it('creates a missing store and names it', async () => {
    const env = settingsFor(await bareLocation());
    const { exitCode, stderr } = await run(['migrate'], env);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^The tables of \S+ are up to date\.\n$/);
    expect((await run(['list', '--json'], env)).stdout).toBe('[]\n');
  });

  it('migrates the tables and prints the applied migrations', async () => {
    const env = settingsFor(await createReleasedStore());
    const { exitCode, stdout } = await run(['migrate'], env);
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      allMigrations
        .slice(1)
        .map(({ name }) => `${name}\n`)
        .join(''),
    );
    expect((await run(['mark', id, 'spam'], env)).exitCode).toBe(0);
    expect(await run(['migrate'], env)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'Nothing to migrate.\n',
    });
  });
});

describe('a store older than 1.0.0', () => {
  it.each([['list'], ['migrate'], ['delete', '--email', releasedInquiry.email, '--force']])(
    '%s refuses it with the way over',
    async (...argv) => {
      const location = await createUnreleasedStore();
      const before = await listMigrations(location);
      const { exitCode, stderr } = await run(argv, settingsFor(location));
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(
        /older than those of 1\.0\.0.*\[STORE_UNAVAILABLE\]\nStart version 1/s,
      );
      expect(await listMigrations(location)).toEqual(before);
    },
  );
});
