import { expect, it } from 'vitest';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { listDeliveries } from './list-deliveries.ts';

it('lists deliveries in a fixed order, latest first', async () => {
  const { store } = await temporaryStore();
  const at = Date.parse('2026-11-21T12:00:00.000Z');
  const first = await storeInquiry(store, {}, { at, destinations: [email] });
  const second = await storeInquiry(store, {}, { at, destinations: [email, inquirer, webhook] });
  const third = await storeInquiry(store, {}, { at: at + 1, destinations: [email] });
  const list = async (limit?: number) =>
    (await listDeliveries(store, { limit })).map(({ id, destination }) => `${id} ${destination}`);
  const expected = [
    `received-${third} email`,
    `acknowledgement-${second} inquirer`,
    `received-${second} webhook`,
    `received-${second} email`,
    `received-${first} email`,
  ];
  expect(await list()).toEqual(expected);
  expect(await list(2)).toEqual(expected.slice(0, 2));
});
