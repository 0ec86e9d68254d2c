import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createTestStore, runCommand } from '../../../tests/fixtures/command-line.ts';
import { lockStore } from '../../../tests/fixtures/lock-store.ts';
import { temporaryFile } from '../../../tests/fixtures/temporary-store.ts';

/** Runs `check` on the store in `file`; lists its results as "result name". */
async function check(file: string) {
  const env = { DATA_DIR: path.dirname(file) };
  const { exitCode, stdout } = await runCommand(['check'], env);
  const results = stdout.match(/^(ok|warning|failed) +\S+/gm) ?? [];
  return { exitCode, stdout, results: results.map((line) => line.replace(/ +/, ' ')).slice(1) };
}

/** Creates a store and returns its file. */
async function createStoreFile() {
  const env: Record<string, string> = await createTestStore({});
  return path.join(env['DATA_DIR'] ?? '', 'inquiries.sqlite');
}

function execute(file: string, statement: string) {
  const database = new DatabaseSync(file);
  database.exec(statement);
  database.close();
}

const restoreAdvice = /run "inquiries restore FILE" with the last backup/;

it('closes the store at its end', async () => {
  const folder = path.dirname(temporaryFile().file);
  await runCommand(['migrate'], { DATA_DIR: folder });
  expect(readdirSync(folder)).toEqual(['inquiries.sqlite']);
});

it('says that a store is not writable, and why', async () => {
  const file = await createStoreFile();
  const unlock = await lockStore({ file });
  const { exitCode, stdout, results } = await check(file);
  await unlock();
  expect({ exitCode, results }).toEqual({
    exitCode: 1,
    results: ['ok disk', 'failed store'],
  });
  expect(stdout).toMatch(/database is locked\.\n +Another program .* stop it/);
});

it('examines the storage of a damaged store', async () => {
  const { file } = temporaryFile();
  writeFileSync(file, 'not a database '.repeat(100));
  const { exitCode, stdout, results } = await check(file);
  expect({ exitCode, results }).toEqual({
    exitCode: 1,
    results: ['ok disk', 'failed store'],
  });
  expect(stdout).toMatch(new RegExp(`^failed +store .*\\n +.*${restoreAdvice.source}`, 'm'));
});

it('reports a missing table', async () => {
  const file = await createStoreFile();
  execute(file, 'drop table deliveries');
  const { stdout, results } = await check(file);
  expect(results).toEqual(['ok disk', 'failed store']);
  expect(stdout).toMatch(
    /no such table: deliveries\.\n +Stop the server and run "inquiries restore/,
  );
});
