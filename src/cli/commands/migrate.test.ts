import { describe, expect, it } from 'vitest';
import { runCommand as run } from '../../../tests/fixtures/command-line.ts';
import {
  createReleasedStore,
  createStoreOf1,
  listMigrations,
  releasedInquiry,
} from '../../../tests/fixtures/released-store.ts';
import { bareLocation, settingsFor } from '../../../tests/fixtures/temporary-store.ts';
import { allMigrations } from '../../store/migrations/schema.ts';

const { id } = releasedInquiry;
const advice = {
  '2.0.0': /\(2-01-events\)\. \[STORE_UNAVAILABLE\]\nStart the server of this version, or run /,
  1: /those of version 1 .*\[STORE_UNAVAILABLE\]\nStart version 2\.0\.0 \(commit 943c09f\) with/s,
};

it.each([
  [['list'], '2.0.0'],
  [['mark', id, 'spam'], '2.0.0'],
  [['list'], 1],
  [['migrate'], 1],
] as const)('%j refuses a store of %s, and says how to migrate it', async (argv, version) => {
  const location = await (version === 1 ? createStoreOf1() : createReleasedStore());
  const before = await listMigrations(location);
  const { exitCode, stderr } = await run([...argv], settingsFor(location));
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(advice[version]);
  expect(await listMigrations(location)).toEqual(before);
});

describe('a missing store', () => {
  it('is named, and not created by a command that reads', async () => {
    const env = settingsFor(await bareLocation());
    const missing = await run(['list'], env);
    expect(missing).toMatchObject({ exitCode: 1, stdout: '' });
    expect(missing.stderr).toMatch(
      /^There is no store at \S{9,}\. \[NO_STORE\]\nSettings were read from the environment\. (DATABASE_URL is set|DATA_DIR is set to \/\S+)\. Set DATA_DIR or DATABASE_URL to what the server uses\.\n$/,
    );
    expect(await run(['list'], env)).toEqual(missing);
  });

  it('is created by migrate', async () => {
    const env = settingsFor(await bareLocation());
    const { exitCode, stderr } = await run(['migrate'], env);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^The tables of \S+ are up to date\.\n$/);
    expect((await run(['list', '--json'], env)).stdout).toBe('[]\n');
  });
});

it('migrates the tables', async () => {
  const location = await createReleasedStore();
  const env = settingsFor(location);
  expect((await run(['migrate'], env)).exitCode).toBe(0);
  expect(await listMigrations(location)).toEqual(allMigrations.map(({ name }) => name));
  expect((await run(['mark', id, 'reviewed', '--qualified'], env)).exitCode).toBe(0);
});
