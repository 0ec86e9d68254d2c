import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { sampleInquiry } from '../test/sample-inquiry.ts';
import { bareLocation, temporaryStore } from '../test/temporary-store.ts';
import { listDeliveries } from './delivery/list-deliveries.ts';
import { eraseInquiries } from './erase-inquiries.ts';
import { listInquiries } from './list-inquiries.ts';
import { markInquiry } from './mark-inquiry.ts';
import { createMigrations } from './migrations.ts';
import { postgresSchema } from './open-postgres.ts';
import { sqliteSchema } from './open-sqlite.ts';
import { NodeSqliteDialect } from './sqlite-dialect.ts';
import { StoreTooNew } from './store-unavailable.ts';
import { openStore, type StoreLocation } from './store.ts';

const id = '01a1fd11-5a89-78ff-b898-08a7c7dde223';
const receivedAt = '2026-11-21T12:00:00.000Z';

/** What is there, without this program's own way to open it. */
const connect = (location: StoreLocation) =>
  'file' in location
    ? new Kysely<unknown>({
        dialect: new NodeSqliteDialect(new DatabaseSync(location.file), {
          lockWaitMs: 0,
          checkFiles: () => undefined,
        }),
      })
    : new Kysely<unknown>({
        dialect: new PostgresDialect({
          pool: new Pool({ connectionString: location.databaseUrl }),
        }),
      });

/** A store as a program with no later migrations left it, with one inquiry. */
async function olderVersion(lastMigration: string) {
  const location = await bareLocation();
  const db = connect(location);
  const migrations = createMigrations('file' in location ? sqliteSchema : postgresSchema);
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db, provider }).migrateTo(lastMigration);
  expect(error).toBeUndefined();

  const row: Record<string, string> = { id, received_at: receivedAt, status: 'new' };
  for (const [field, value] of Object.entries(sampleInquiry)) {
    row[field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = value;
  }
  const columns = sql.raw(Object.keys(row).join());
  await sql`insert into inquiries (${columns}) values (${sql.join(Object.values(row))})`.execute(
    db,
  );
  await db.destroy();
  return location;
}

describe('a store of an older version', () => {
  it('is brought up to date, and its inquiries can be found and marked', async () => {
    const { store } = await temporaryStore({ location: await olderVersion('0001-inquiries') });
    expect(await listInquiries(store, { search: 'lovelace' })).toEqual([
      { id, receivedAt, status: 'new', ...sampleInquiry },
    ]);
    const marking = markInquiry({ store, clock: Date.now }, id, { status: 'spam' });
    expect(await marking).toMatchObject({ outcome: 'marked' });
  });
});

describe('a delivery of an older version', () => {
  it('is still the news of an inquiry, with what came of it', async () => {
    const location = await olderVersion('0003-deliveries');
    const db = connect(location);
    await sql`
      insert into deliveries (inquiry_id, destination, state, attempts, next_attempt_at, last_error)
      values (${id}, 'email', 'failed', 7, ${receivedAt}, 'HTTP 500')`.execute(db);
    await db.destroy();

    const { store } = await temporaryStore({ location });
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
    const location = await bareLocation();
    const db = connect(location);
    await sql`create table inquiries (something_else text)`.execute(db);
    await db.destroy();
    const opening = openStore(location);
    await expect(opening).rejects.not.toThrow(StoreTooNew);
    await expect(opening).rejects.toThrow(/inquiries"? already exists/);
  });
});

describe('a store of a newer version', () => {
  it('is refused, and left as it is', async () => {
    const { store, location } = await temporaryStore();
    await sql`insert into kysely_migration values ('9999-better', '2030-01-01')`.execute(store.db);
    const opening = openStore(location);
    await expect(opening).rejects.toThrow(StoreTooNew);
    await expect(opening).rejects.toThrow(
      `${store.name} was used by a newer version of this program (9999-better)`,
    );
  });
});
