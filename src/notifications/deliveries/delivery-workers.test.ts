import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { afterFirstQuery } from '../../../tests/fixtures/after-first-query.ts';
import { email, webhook } from '../../../tests/fixtures/destinations.ts';
import { createFailingStore } from '../../../tests/fixtures/failing-store.ts';
import { fakeSleeps } from '../../../tests/fixtures/fake-sleeps.ts';
import {
  hangingSender,
  hour,
  setUpNotifications,
} from '../../../tests/fixtures/notification-fixture.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import { leaseDelivery } from '../../store/outbox/leases.ts';
import type { Store } from '../../store/store.ts';
import { accepted, type Sender } from '../sender.ts';

/**
 * Creates senders of e-mails and of the webhook, by default one that records the names of
 * inquirers.
 */
async function setUp({ store, send }: { store?: Store; send?: Sender } = {}) {
  const sent: string[] = [];
  const record: Sender = async ({ texts }) => {
    const { firstName } = texts.webhook?.().data as Inquiry;
    sent.push(firstName);
    return accepted;
  };
  const senders = { email: send ?? record, webhook: record };
  const setup = await setUpNotifications({ senders, ...(store && { store }) });
  const submit = (firstName = 'Ada', to = [email]) => setup.submit({ firstName }, to);
  return { ...setup, submit, sent };
}

it('a delivery that another process leases first is looked for again after 100 ms', async () => {
  const { store: first, location } = await temporaryStore();
  const { store: second } = await temporaryStore({ location });
  const store = afterFirstQuery(first, () => leaseDelivery(second, email, clock()));
  const { clock, deliver, submit, sent, pass } = await setUp({ store });
  await submit();
  // Not due yet.
  pass(hour);
  await submit('Later');
  pass(-hour);
  expect(await deliver()).toBe(100);
  expect(sent).toEqual([]);
});

describe('the workers', () => {
  it('deliver at once when woken, also while another destination hangs', async () => {
    const { send, called } = hangingSender();
    const { startWorkers, submit, sent } = await setUp({ send });
    const sleeps = fakeSleeps();
    const workers = startWorkers();
    await expect.poll(sleeps.pending).toEqual([5000, 5000]);
    await submit('Ada', [email, webhook]);
    workers.wake();
    await called;
    await expect.poll(() => sent).toEqual(['Ada']);
    await submit('Bob', [webhook]);
    workers.wake();
    await expect.poll(() => sent).toEqual(['Ada', 'Bob']);
  });

  it('query a store that fails again after 5 seconds', async () => {
    const sleeps = fakeSleeps();
    const { store } = await temporaryStore();
    const { store: failing, failures } = createFailingStore(store, 'SelectQueryNode');
    const { startWorkers, submit, sent, logged } = await setUp({ store: failing });
    await submit();
    startWorkers();
    await expect.poll(sleeps.pending).toEqual([5000, 5000]);
    expect(failures.count).toBe(2);
    expect(logged()).toContain('Deliveries could not be processed');
    failures.isOn = false;
    sleeps.finish();
    await expect.poll(() => sent).toEqual(['Ada']);
  });

  it.each([
    ['waits for attempts in progress and takes no more deliveries', true],
    ['aborts attempts that take longer than 10 s and leaves their deliveries due', false],
  ])('stop: %s', async (_, isInTime) => {
    const { send, called, succeed } = hangingSender();
    const { startWorkers, submit, states } = await setUp({ send });
    await submit('First');
    await submit('Second');
    const workers = startWorkers();
    const signal = await called;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const stopped = workers.stop(10_000);
    vi.advanceTimersByTime(10_000 - 1);
    expect(signal.aborted).toBe(false);
    if (isInTime) succeed();
    else vi.advanceTimersByTime(1);
    await stopped;
    vi.advanceTimersByTime(10_000);
    expect(signal.aborted).toBe(!isInTime);
    const first = isInTime ? 'delivered' : 'waiting';
    expect((await states()).sort()).toEqual([`received ${first}`, 'received waiting'].sort());
  });
});
