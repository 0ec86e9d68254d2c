import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { failStatement } from '../../../tests/fixtures/failing-store.ts';
import { lockStore } from '../../../tests/fixtures/lock-store.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { receiveInquiry } from '../../receive-inquiry/receive-inquiry.ts';
import { readDiskSpace } from '../../store/store.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import type { Store } from '../../store/store.ts';
import { findFailedChecks } from './failed-checks.ts';

const submit = (store: Store) => receiveInquiry({ store, clock: Date.now }, sampleInquiry);

it('passes and leaves nothing in the store', async () => {
  const { store } = await temporaryStore();
  const readSecrets = () => store.db.selectFrom('secrets').selectAll().execute();
  const before = await readSecrets();
  expect(await findFailedChecks(store)).toEqual([]);
  expect(await readSecrets()).toEqual(before);
});

it('fails while nothing can be written, or another program locks the store', async () => {
  const { store, location } = await temporaryStore({ lockWaitMs: 20 });
  for (const prevent of [
    () => failStatement(store, 'insert', 'secrets'),
    () => lockStore(location, ['secrets']),
  ]) {
    const repair = await prevent();
    await expect(findFailedChecks(store), String(prevent)).rejects.toThrow(StoreUnavailable);
    await repair();
    expect(await findFailedChecks(store), String(prevent)).toEqual([]);
  }
});

it('fails below the floor of free space, where inquiries are refused until there is more', async () => {
  const { store } = await temporaryStore();
  let freeBytes = 99;
  const nearlyFull = { ...store, readDisk: () => ({ freeBytes, floorBytes: 100 }) };
  expect(await findFailedChecks(nearlyFull)).toEqual(['disk']);
  await expect(submit(nearlyFull)).rejects.toThrow(StoreUnavailable);
  freeBytes = 100;
  expect(await findFailedChecks(nearlyFull)).toEqual([]);
  expect((await submit(nearlyFull)).outcome).toBe('stored');
});

it('fails, as inquiries do, while the space of the disk cannot be read', async () => {
  const { store } = await temporaryStore();
  const unreadable = { ...store, readDisk: () => readDiskSpace('/no/such/folder') };
  await expect(findFailedChecks(unreadable)).rejects.toThrow(StoreUnavailable);
  await expect(submit(unreadable)).rejects.toThrow(StoreUnavailable);
});

it('fails with tables of a newer version', async () => {
  const { store } = await temporaryStore();
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(
    store.db,
  );
  expect(await findFailedChecks(store)).toEqual(['migrations']);
  await sql`delete from kysely_migration where name = '9999-later'`.execute(store.db);
  expect(await findFailedChecks(store)).toEqual([]);
});
