import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { selectMigrations } from '../../../tests/fixtures/released-store.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryFile, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { removeChecks } from './drop-content-checks.ts';

it("keeps an operator's view, index and trigger, and a column of the firm", async () => {
  const location = temporaryFile();
  const migrations = selectMigrations('2-06');
  await temporaryStore({ location, migrations });
  using database = new DatabaseSync(location.file);
  database.exec(`
    create view addresses as select email, telex from inquiries;
    alter table inquiries add column telex text check (length(telex) between 1 and 50);
    create index by_company on inquiries (company);
    create table log (id text);
    create trigger logged after insert on inquiries begin insert into log values (new.id); end`);
  const { store } = await temporaryStore({ location });
  const id = await storeInquiry(store, { persona: 'family' as never });
  expect(database.prepare('select id from log').all()).toEqual([{ id }]);
  expect(database.prepare('select telex from addresses').all()).toEqual([{ telex: null }]);
  expect(() => database.exec("update inquiries set telex = ''")).toThrow(/check/i);
  const integrity = database.prepare('pragma integrity_check').all();
  expect(integrity).toEqual([{ integrity_check: 'ok' }]);
});

it.each([
  [
    'a check of a column',
    `create table t (a text check (a in ('x', ')')))`,
    `create table t (a text)`,
  ],
  [
    'a check between other parts of a column',
    `create table t (a text check (length(a) = 1) not null)`,
    `create table t (a text not null)`,
  ],
  [
    'a check of the table',
    `create table t (b text,\n  check (a = 'x' or (b is null))\n) strict`,
    `create table t (b text\n) strict`,
  ],
  [
    'upper case and quoted names',
    `CREATE TABLE "t" ("a" text CHECK ("a" > 1), b int)`,
    `CREATE TABLE "t" ("a" text, b int)`,
  ],
  [
    'nothing of other columns',
    `create table t (a varchar(9), b text check (b > 'check (a)'))`,
    `create table t (a varchar(9), b text check (b > 'check (a)'))`,
  ],
])('removes %s', (_, statement, expected) => {
  expect(removeChecks(statement, ['a'])).toBe(expected);
});
