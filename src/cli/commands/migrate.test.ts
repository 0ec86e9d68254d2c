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

const { id, email } = releasedInquiry;
const from1x = {
  createStore: createReleasedStore,
  advice: /\(0013-search-by-domain\)\. \[STORE_UNAVAILABLE\]\nStop all servers .*, make a backup/,
};
const before1 = {
  createStore: createUnreleasedStore,
  advice: /older than those of 1\.0\.0.*\[STORE_UNAVAILABLE\]\nStart version 1/s,
};

describe('a store of an earlier version', () => {
  it.each([
    [['list'], 'of 1.x', from1x],
    [['mark', id, 'spam'], 'of 1.x', from1x],
    [['redeliver', '--failed'], 'of 1.x', from1x],
    [['delete', '--email', email, '--force'], 'of 1.x', from1x],
    [['list'], 'older than 1.0.0', before1],
    [['migrate'], 'older than 1.0.0', before1],
  ])('makes %j refuse a store %s, and say how to migrate it', async (argv, _, earlier) => {
    const location = await earlier.createStore();
    const before = await listMigrations(location);
    const { exitCode, stderr } = await run(argv, settingsFor(location));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(earlier.advice);
    expect(await listMigrations(location)).toEqual(before);
  });

  it('fails the check', async () => {
    const { exitCode, stdout } = await run(['check'], settingsFor(await createReleasedStore()));
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^failed +store .*earlier version.*\n +Stop all servers/m);
  });
});

describe('a missing store', () => {
  it('is named, and not created by a command that reads', async () => {
    const env = settingsFor(await bareLocation());
    for (let time = 0; time < 2; time++) {
      const { exitCode, stdout, stderr } = await run(['list'], env);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
      expect(stderr).toMatch(
        /^There is no store at \S{9,}\. \[NO_STORE\]\nSettings were read from the environment\. (DATABASE_URL is set|DATA_DIR is set to \/\S+)\. Set DATA_DIR or DATABASE_URL to what the server uses\.\n$/,
      );
    }
  });

  it('is created by migrate', async () => {
    const env = settingsFor(await bareLocation());
    const { exitCode, stderr } = await run(['migrate'], env);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^The tables of \S+ are up to date\.\n$/);
    expect((await run(['list', '--json'], env)).stdout).toBe('[]\n');
  });
});

it('migrates the tables and prints the applied migrations', async () => {
  const env = settingsFor(await createReleasedStore());
  const { exitCode, stdout } = await run(['migrate'], env);
  expect(exitCode).toBe(0);
  expect(stdout).toBe(allMigrations.map(({ name }) => `${name}\n`).join(''));
  expect((await run(['mark', id, 'spam'], env)).exitCode).toBe(0);
  const nothing = { exitCode: 0, stdout: '', stderr: 'Nothing to migrate.\n' };
  expect(await run(['migrate'], env)).toEqual(nothing);
});
