import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../tests/fixtures/temporary-store.ts';
import { StoreUnavailable } from '../store-errors.ts';
import { findDamage } from './damage.ts';

it('finds no damage in a whole file, and names that of another', async () => {
  const folder = temporaryFolder();
  const whole = path.join(folder, 'whole.sqlite');
  const database = new DatabaseSync(whole);
  database.exec('create table one (id integer)');
  database.close();
  expect(await findDamage(whole)).toBeUndefined();
  const other = path.join(folder, 'other.sqlite');
  writeFileSync(other, 'no database'.repeat(1000));
  expect(await findDamage(other)).toBe('file is not a database');
});

it('takes no file that cannot be opened for a damaged one', async () => {
  const folder = path.join(temporaryFolder(), 'folder.sqlite');
  mkdirSync(folder);
  await expect(findDamage(folder)).rejects.toThrow(StoreUnavailable);
});
