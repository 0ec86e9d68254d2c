import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { failStatement } from '../../../tests/fixtures/failing-store.ts';
import { lockStore } from '../../../tests/fixtures/lock-store.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { receiveInquiry } from '../../receive-inquiry/receive-inquiry.ts';
import { readDiskSpace } from '../../store/store.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import { findFailedChecks } from './failed-checks.ts';

it('passes and leaves nothing in the store', async () => {
  const { store } = await temporaryStore();
  const readSecrets = () => store.db.selectFrom('secrets').selectAll().execute();
  const before = await readSecrets();
  expect(await findFailedChecks(store)).toEqual([]);
  expect(await readSecrets()).toEqual(before);
});

it('fails while nothing can be written', async () => {
  const { store } = await temporaryStore();
  const repair = await failStatement(store, 'insert', 'secrets');
  await expect(findFailedChecks(store)).rejects.toThrow(StoreUnavailable);
  await repair();
  expect(await findFailedChecks(store)).toEqual([]);
});

it('fails below the floor of free space, where inquiries are refused until there is more', async () => {
  const { store } = await temporaryStore();
  let freeBytes = 99;
  const nearlyFull = { ...store, readDisk: () => ({ freeBytes, floorBytes: 100 }) };
  const submit = () => receiveInquiry({ store: nearlyFull, clock: Date.now }, sampleInquiry);
  expect(await findFailedChecks(nearlyFull)).toEqual(['disk']);
  await expect(submit()).rejects.toThrow(StoreUnavailable);
  freeBytes = 100;
  expect(await findFailedChecks(nearlyFull)).toEqual([]);
  expect((await submit()).outcome).toBe('stored');
});

it('fails, as inquiries do, while the space of the disk cannot be read', async () => {
  const { store } = await temporaryStore();
  const unreadable = { ...store, readDisk: () => readDiskSpace('/no/such/folder') };
  await expect(findFailedChecks(unreadable)).rejects.toThrow(StoreUnavailable);
  const received = receiveInquiry({ store: unreadable, clock: Date.now }, sampleInquiry);
  await expect(received).rejects.toThrow(StoreUnavailable);
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

it('fails while another program locks the store', async () => {
  const { store, location } = await temporaryStore({ lockWaitMs: 20 });
  const release = await lockStore(location, ['secrets']);
  await expect(findFailedChecks(store)).rejects.toThrow(StoreUnavailable);
  await release();
  expect(await findFailedChecks(store)).toEqual([]);
});
