import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, it } from 'vitest';
import { sampleInquiry } from '../test/sample-inquiry.ts';
import { temporaryFolder, temporaryStore } from '../test/temporary-store.ts';
import { listDeliveries } from './delivery/list-deliveries.ts';
import { eraseInquiries } from './erase-inquiries.ts';
import { listInquiries } from './list-inquiries.ts';
import { markInquiry } from './mark-inquiry.ts';
import { createMigrations } from './migrations.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';
import { StoreTooNew } from './store-unavailable.ts';
import { openStore } from './store.ts';

const id = '01a1fd11-5a89-78ff-b898-08a7c7dde223';
const receivedAt = '2026-11-21T12:00:00.000Z';

/** The file of a store as a program with no later migrations left it, with one inquiry. */
async function olderVersion(lastMigration: string) {
  const file = path.join(temporaryFolder(), 'inquiries.sqlite');
  const database = new DatabaseSync(file);
  const db = new Kysely<unknown>({ dialect: new NodeSqliteDialect(database, 0) });
  const migrations = createMigrations({ tableOptions: 'strict', byteOrder: 'collate binary' });
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db, provider }).migrateTo(lastMigration);
  expect(error).toBeUndefined();

  const row: Record<string, string> = { id, received_at: receivedAt, status: 'new' };
  for (const [field, value] of Object.entries(sampleInquiry)) {
    row[field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = value;
  }
  const columns = Object.keys(row);
  database
    .prepare(`insert into inquiries (${columns}) values (${columns.map(() => '?')})`)
    .run(...Object.values(row));
  await db.destroy();
  return file;
}

describe('a store of an older version', () => {
  it('is brought up to date, and its inquiries can be found and marked', async () => {
    const { store } = await temporaryStore({ file: await olderVersion('0001-inquiries') });
    expect(await listInquiries(store, { search: 'lovelace' })).toEqual([
      { id, receivedAt, status: 'new', ...sampleInquiry },
    ]);
    const marking = markInquiry({ store, clock: Date.now }, id, { status: 'spam' });
    expect(await marking).toMatchObject({ outcome: 'marked' });
  });
});

describe('a delivery of an older version', () => {
  it('is still the news of an inquiry, with what came of it', async () => {
    const file = await olderVersion('0003-deliveries');
    const database = new DatabaseSync(file);
    database
      .prepare(
        `insert into deliveries (inquiry_id, destination, state, attempts, next_attempt_at, last_error)
        values (?, 'email', 'failed', 7, ?, 'HTTP 500')`,
      )
      .run(id, receivedAt);
    database.close();

    const { store } = await temporaryStore({ file });
    const delivery = { kind: 'received', inquiryId: id, destination: 'email', state: 'failed' };
    expect(await listDeliveries(store)).toEqual([
      { ...delivery, attempts: 7, lastError: 'HTTP 500' },
    ]);
    await eraseInquiries(store, [id]);
    expect(await listDeliveries(store)).toEqual([]);
  });
});

describe('a migration that fails', () => {
  it('says why, not that the store is newer', async () => {
    const file = path.join(temporaryFolder(), 'inquiries.sqlite');
    const database = new DatabaseSync(file);
    database.exec('create table inquiries (something_else text)');
    database.close();
    const opening = openStore({ file });
    await expect(opening).rejects.not.toThrow(StoreTooNew);
    await expect(opening).rejects.toThrow('table inquiries already exists');
  });
});

describe('a store of a newer version', () => {
  it('is refused, and left as it is', async () => {
    const { store, file } = await temporaryStore();
    await store.close();
    const database = new DatabaseSync(file);
    database.exec("insert into kysely_migration values ('9999-better', '2030-01-01')");
    database.close();

    const opening = openStore({ file });
    await expect(opening).rejects.toThrow(StoreTooNew);
    await expect(opening).rejects.toThrow(
      `${file} was used by a newer version of this program (9999-better)`,
    );
  });
});
