import { expect, it } from 'vitest';
import { email } from '../../../tests/fixtures/destinations.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { type NewEvent, recordEvents } from './events.ts';
import { listDeliveries } from './list-deliveries.ts';

it('an event that another server has recorded keeps no later one from its delivery', async () => {
  const { store } = await temporaryStore();
  const createDigest = (about: string): NewEvent => ({
    id: `digest-${about}`,
    kind: 'digest',
    at: `${about}T13:00:00.000Z`,
    about,
    to: [email],
  });
  const record = (events: NewEvent[]) =>
    store.db.transaction().execute((transaction) => recordEvents(transaction, events));
  const monday = createDigest('2026-11-23');
  const tuesday = createDigest('2026-11-24');
  await record([monday]);
  expect(await record([monday, tuesday])).toHaveLength(1);
  expect((await listDeliveries(store)).map(({ id }) => id)).toEqual([tuesday.id, monday.id]);
});
