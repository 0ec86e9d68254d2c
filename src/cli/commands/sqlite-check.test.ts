import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { runCommand, setUpCommands } from '../../../tests/fixtures/command-line.ts';
import { lockStore } from '../../../tests/fixtures/lock-store.ts';

it.each<[string, (file: string) => unknown, RegExp]>([
  [
    'cannot be written to',
    (file) => lockStore({ file }),
    /^failed +store .*database is locked\.\n +Another program .* stop it/m,
  ],
  [
    'lacks a table',
    (file) => {
      const database = new DatabaseSync(file);
      database.exec('drop table deliveries');
      database.close();
    },
    /no such table: deliveries\.\n +Stop the server and run "inquiries restore/,
  ],
])('explains that a store %s', async (_, damage, message) => {
  const { env, store } = await setUpCommands({});
  await store.close();
  const { DATA_DIR = '' } = env;
  const unlock = await damage(path.join(DATA_DIR, 'inquiries.sqlite'));
  const { exitCode, stdout } = await runCommand(['check'], { DATA_DIR });
  if (typeof unlock === 'function') await unlock();
  expect(exitCode).toBe(1);
  expect(stdout.match(/^\w+ +(disk|store)/gm)?.map((line) => line.replace(/ +/, ' '))).toEqual([
    'ok disk',
    'failed store',
  ]);
  expect(stdout).toMatch(message);
});
