import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  openDatabase,
  listMigrations,
  olderInquiry,
  createOlderStore,
} from '../../../tests/fixtures/older-store.ts';
import {
  bareLocation,
  temporaryLocation,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { listDeliveries } from '../../outbox/list-deliveries.ts';
import { findFailedChecks } from '../failed-checks.ts';
import { deleteInquiries } from '../inquiries/delete-inquiries.ts';
import { listInquiries } from '../inquiries/list-inquiries.ts';
import { updateStatus } from '../inquiries/update-status.ts';
import { openStore } from '../open-store.ts';
import { StoreOutdated, StoreTooNew } from '../store-errors.ts';
import type { Migration } from './migration.ts';
import { migrations } from './migrations.ts';

const { id, receivedAt } = olderInquiry;

describe('a store of an older version', () => {
  it('is migrated and can be searched and updated', async () => {
    const { store } = await temporaryStore({ location: await createOlderStore('0001-inquiries') });
    expect(await listInquiries(store, { search: 'lovelace' })).toEqual([olderInquiry]);
    const marking = updateStatus({ store, clock: Date.now }, id, { status: 'spam' });
    expect(await marking).toMatchObject({ outcome: 'marked' });
  });
});

describe('a delivery of an older version', () => {
  it('keeps its outcome', async () => {
    const location = await createOlderStore('0003-deliveries');
    const db = openDatabase(location);
    await sql`
      insert into deliveries (inquiry_id, destination, state, attempts, next_attempt_at, last_error)
      values (${id}, 'email', 'failed', 7, ${receivedAt}, 'HTTP 500')`.execute(db);
    await db.destroy();

    const { store } = await temporaryStore({ location });
    const delivery = { kind: 'received', inquiryId: id, destination: 'email', state: 'failed' };
    expect(await listDeliveries(store)).toEqual([
      { ...delivery, attempts: 7, lastError: 'HTTP 500' },
    ]);
    await deleteInquiries(store, [id]);
    expect(await listDeliveries(store)).toEqual([]);
  });
});

describe('a migration that fails', () => {
  it('reports the cause', async () => {
    const location = await bareLocation();
    const db = openDatabase(location);
    await sql`create table inquiries (something_else text)`.execute(db);
    await db.destroy();
    const opening = openStore(location);
    await expect(opening).rejects.not.toThrow(StoreTooNew);
    await expect(opening).rejects.toThrow(/inquiries"? already exists/);
  });
});

describe('a store of a newer version', () => {
  it('is refused and unchanged', async () => {
    const { store, location } = await temporaryStore();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-better', '2030-01-01')`.execute(
      store.db,
    );
    const opening = openStore(location);
    await expect(opening).rejects.toThrow(StoreTooNew);
    await expect(opening).rejects.toThrow(
      `${store.name} was used by a newer version of this program (9999-better)`,
    );
  });
});

/** Adds a column that older programs ignore. */
const additive: Migration = {
  name: '9999-additive',
  compatibleFrom: migrations.at(-1)?.name ?? '',
  up: async (db) => {
    await sql`alter table inquiries add column added_later text`.execute(db);
  },
};
const now = Date.now();
const checksOf = (store: Awaited<ReturnType<typeof openStore>>) =>
  findFailedChecks(store, { now, lastDeliveryProgressAt: now });

describe('an additive migration of a newer version', () => {
  it('keeps older programs ready and able to start', async () => {
    const { store, location } = await temporaryStore();
    await (await openStore({ ...location, migrations: [...migrations, additive] })).close();
    expect(await listMigrations(location)).toContain('9999-additive');
    expect(await checksOf(store)).toEqual([]);

    const again = await openStore(location);
    expect(await checksOf(again)).toEqual([]);
    await again.close();
  });

  it('stops programs older than compatibleFrom', async () => {
    const { store, location } = await temporaryStore();
    const later: Migration = { name: '9998-later', up: async () => undefined };
    const declaring = { ...additive, compatibleFrom: '9998-later' };
    const newer = [...migrations, later, declaring];
    await (await openStore({ ...location, migrations: newer })).close();
    expect(await checksOf(store)).toEqual(['migrations']);
    await expect(openStore(location)).rejects.toThrow(StoreTooNew);
  });
});

describe('a store opened as readable', () => {
  it('accepts the tables of the previous version unchanged', async () => {
    const location = await createOlderStore('0008-search-by-arrival');
    const before = await listMigrations(location);
    const store = await openStore({ ...location, access: 'readable' });
    expect(await listInquiries(store)).toEqual([olderInquiry]);
    await store.close();
    expect(await listMigrations(location)).toEqual(before);
  });

  it('refuses older tables', async () => {
    const location = await createOlderStore('0004-follow-up-links');
    const opening = openStore({ ...location, access: 'readable' });
    await expect(opening).rejects.toThrow(StoreOutdated);
    await expect(opening).rejects.toThrow(
      'has the tables of an earlier version of this program (0004-follow-up-links)',
    );
  });
});

describe('a store opened as current', () => {
  it('refuses the tables of the previous version', async () => {
    const location = await createOlderStore('0008-search-by-arrival');
    const before = await listMigrations(location);
    await expect(openStore({ ...location, access: 'current' })).rejects.toThrow(StoreOutdated);
    expect(await listMigrations(location)).toEqual(before);
    const current = await openStore({ ...(await temporaryLocation()), access: 'current' });
    await current.close();
  });
});
