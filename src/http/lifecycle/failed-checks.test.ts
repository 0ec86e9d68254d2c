import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { failStatement } from '../../../tests/fixtures/failing-store.ts';
import { lockStore } from '../../../tests/fixtures/lock-store.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { readDiskSpace } from '../../store/disk-space.ts';
import type { Store } from '../../store/store.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import { findFailedChecks } from './failed-checks.ts';

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

it('fails below the floor of free space, and while the space cannot be read', async () => {
  const { store } = await temporaryStore();
  const checkWith = (readDisk: Store['readDisk']) => findFailedChecks({ ...store, readDisk });
  expect(await checkWith(() => ({ freeBytes: 99, floorBytes: 100 }))).toEqual(['disk']);
  expect(await checkWith(() => ({ freeBytes: 100, floorBytes: 100 }))).toEqual([]);
  const unreadable = checkWith(() => readDiskSpace('/no/such/folder'));
  await expect(unreadable).rejects.toThrow(StoreUnavailable);
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
