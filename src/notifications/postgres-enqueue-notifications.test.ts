import { expect, it } from 'vitest';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { submitInquiry } from '../receive-inquiry/receive-inquiry.ts';
import { listDeliveries } from './deliveries/list-deliveries.ts';
import { checkAcknowledgementLimit } from '../store/acknowledgements.ts';

it('stores inquiries while another server hangs during an acknowledgement', async () => {
  const { store, location } = await temporaryStore();
  const { store: hanging } = await temporaryStore({ location });
  const clock = () => Date.parse('2026-11-21T12:00:00.000Z');
  const submit = () => submitInquiry({ store, clock, destinations: ['inquirer'] }, sampleInquiry);
  await hanging.db.transaction().execute(async (transaction) => {
    const at = new Date(clock()).toISOString();
    expect(
      await checkAcknowledgementLimit(hanging, transaction, 'eve@evil.example', at),
    ).toBeUndefined();
    expect(await submit()).toMatchObject({ outcome: 'stored' });
  });
  await submit();
  const states = (await listDeliveries(store)).map(({ state, lastError }) => [state, lastError]);
  expect(states.sort()).toEqual([
    ['void', 'Other acknowledgements were being queued'],
    ['waiting', undefined],
  ]);
});
