import { describe, expect, it } from 'vitest';
import { runCommand as run } from '../../../tests/fixtures/command-line.ts';
import {
  createReleasedStore,
  createUnreleasedStore,
  listMigrations,
  releasedInquiry,
} from '../../../tests/fixtures/released-store.ts';
import { bareLocation, settingsFor } from '../../../tests/fixtures/temporary-store.ts';
import { allMigrations } from '../../store/migrations/migrate.ts';

const { id } = releasedInquiry;

describe('a store of 1.x', () => {
  it.each([
    ['list'],
    ['mark', id, 'spam'],
    ['redeliver', '--failed'],
    ['delete', '--email', releasedInquiry.email, '--force'],
  ])('%s refuses it, and says how to migrate it', async (...argv) => {
    const location = await createReleasedStore();
    const before = await listMigrations(location);
    const { exitCode, stderr } = await run(argv, settingsFor(location));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /earlier version of this program \(0013-search-by-domain\)\. \[STORE_UNAVAILABLE\]\nStop all servers .*, make a backup, and start/,
    );
    expect(await listMigrations(location)).toEqual(before);
  });

  it('fails the check', async () => {
    const { exitCode, stdout } = await run(['check'], settingsFor(await createReleasedStore()));
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^failed +store .*earlier version.*\n +Stop all servers/m);
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
    expect(stdout).toBe(allMigrations.map(({ name }) => `${name}\n`).join(''));
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
