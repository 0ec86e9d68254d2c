import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { failStatement } from '../../../tests/fixtures/failing-store.ts';
import { lockStore } from '../../../tests/fixtures/lock-store.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import { findFailedChecks } from './failed-checks.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const minute = 60_000;
const healthy = { now, lastDeliveryProgressAt: now };

it('passes and leaves nothing in the store', async () => {
  const { store } = await temporaryStore();
  const readSecrets = () => store.db.selectFrom('secrets').selectAll().execute();
  const before = await readSecrets();
  expect(await findFailedChecks(store, healthy)).toEqual([]);
  expect(await readSecrets()).toEqual(before);
});

it('fails while nothing can be written', async () => {
  const { store } = await temporaryStore();
  const repair = await failStatement(store, 'insert', 'secrets');
  await expect(findFailedChecks(store, healthy)).rejects.toThrow(StoreUnavailable);
  await repair();
  expect(await findFailedChecks(store, healthy)).toEqual([]);
});

it('fails if the delivery workers make no progress for more than 5 minutes', async () => {
  const { store } = await temporaryStore();
  const at = (ms: number) => findFailedChecks(store, { now, lastDeliveryProgressAt: now - ms });
  expect(await at(5 * minute)).toEqual([]);
  expect(await at(5 * minute + 1)).toEqual(['deliveries']);
});

it('fails with tables of a newer version', async () => {
  const { store } = await temporaryStore();
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(
    store.db,
  );
  expect(await findFailedChecks(store, healthy)).toEqual(['migrations']);
  await sql`delete from kysely_migration where name = '9999-later'`.execute(store.db);
  expect(await findFailedChecks(store, healthy)).toEqual([]);
});

it('fails while another program locks the store', async () => {
  const { store, location } = await temporaryStore({ lockWaitMs: 20 });
  const release = await lockStore(location, ['secrets']);
  await expect(findFailedChecks(store, healthy)).rejects.toThrow(StoreUnavailable);
  await release();
  expect(await findFailedChecks(store, healthy)).toEqual([]);
});
