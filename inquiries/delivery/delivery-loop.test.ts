import { describe, expect, it, onTestFinished } from 'vitest';
import { recordedLog } from '../../test/recorded-log.ts';
import { sampleInquiry } from '../../test/sample-inquiry.ts';
import { temporaryStore } from '../../test/temporary-store.ts';
import type { Store } from '../store.ts';
import { submitInquiry } from '../submit-inquiry.ts';
import { DeliveryError } from './delivery-error.ts';
import { startDeliveries } from './delivery-loop.ts';
import { leaseDelivery } from './leases.ts';
import { listDeliveries } from './list-deliveries.ts';
import { destinationsOf, type Sender, type Senders } from './sender.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const second = 1000;
const hour = 60 * 60 * second;

async function setUp(senders: Senders, changes: { store?: Store; random?: () => number } = {}) {
  const store = changes.store ?? (await temporaryStore()).store;
  const { log, text } = recordedLog();
  let now = noon;
  const clock = () => now;
  const { random = () => 0 } = changes;
  const loop = { store, clock, random, retryMs: 5000, timeZone: 'UTC', log };
  const dependencies = { ...loop, senders };

  const start = () => {
    const loop = startDeliveries(dependencies);
    onTestFinished(() => loop.stop(0));
    return loop;
  };
  const submit = async (firstName = 'Ada') => {
    const inquiry = { ...sampleInquiry, firstName };
    const submission = await submitInquiry(
      { store, clock, destinations: destinationsOf(senders) },
      inquiry,
    );
    if (submission.outcome !== 'stored') throw new Error(submission.outcome);
    return submission.id;
  };
  const pass = (ms: number) => (now += ms);
  return { store, clock, start, submit, pass, logged: text };
}

const statesOf = async (store: Store) =>
  (await listDeliveries(store)).map(({ destination, state }) => `${destination} ${state}`);

const succeed: Sender = async () => undefined;

/** A sender that notes whom it is told about, and fails as long as `error` is set. */
function recordingSender() {
  const told: string[] = [];
  const sender = {
    told,
    error: undefined as Error | undefined,
    send: (async (news) => {
      told.push(news.kind === 'digest' ? news.digest.day : news.inquiry.firstName);
      if (sender.error) throw sender.error;
      return undefined;
    }) satisfies Sender,
  };
  return sender;
}

/** A sender that is under way until it is told how to end. */
function hangingSender() {
  const called = Promise.withResolvers<AbortSignal>();
  const answer = Promise.withResolvers<undefined>();
  const send: Sender = (_, signal) => {
    called.resolve(signal);
    return answer.promise;
  };
  return { send, called: called.promise, succeed: () => answer.resolve(undefined) };
}

describe('an inquiry', () => {
  it('is delivered to each destination, once', async () => {
    const [email, webhook] = [recordingSender(), recordingSender()];
    const { store, start, submit, logged } = await setUp({
      email: email.send,
      webhook: webhook.send,
    });
    const id = await submit();
    const loop = start();
    await expect.poll(() => statesOf(store)).toEqual(['email delivered', 'webhook delivered']);
    await loop.stop(0);
    expect([email.told, webhook.told]).toEqual([['Ada'], ['Ada']]);
    const [delivery] = await listDeliveries(store);
    expect(delivery).toEqual({
      kind: 'received',
      inquiryId: id,
      destination: 'email',
      state: 'delivered',
      attempts: 1,
      deliveredAt: '2026-11-21T12:00:00.000Z',
    });
    expect(logged()).toContain(id);
  });

  it('shows progress of its loop until one attempt hangs', async () => {
    const { send, called, succeed } = hangingSender();
    const told = recordingSender();
    const { start, submit, pass } = await setUp({ email: send, webhook: told.send });
    const loop = start();
    pass(hour);
    loop.wake();
    await expect.poll(loop.lastProgressAt).toBe(noon + hour);

    await submit();
    loop.wake();
    await called;
    pass(hour);
    loop.wake();
    expect(loop.lastProgressAt()).toBe(noon + hour);
    succeed();
    await expect.poll(loop.lastProgressAt).toBe(noon + 2 * hour);
  });

  it('is delivered at once when the loop is woken', async () => {
    const { send, called } = hangingSender();
    const { start, submit } = await setUp({ email: send });
    const loop = start();
    await submit();
    const wokenAt = performance.now();
    loop.wake();
    await called;
    expect(performance.now() - wokenAt).toBeLessThan(2000);
  });

  it('that came while the loop slept is found by itself within seconds', async () => {
    const { send, called } = hangingSender();
    const { start, submit } = await setUp({ email: send });
    start();
    await submit();
    await called;
  }, 10_000);

  it('is delivered in the order in which it was due', async () => {
    const email = recordingSender();
    const { store, start, submit, pass } = await setUp({ email: email.send });
    await submit('First');
    pass(second);
    await submit('Second');
    pass(second);
    await submit('Third');
    start();
    await expect.poll(() => statesOf(store)).toEqual(Array(3).fill('email delivered'));
    expect(email.told).toEqual(['First', 'Second', 'Third']);
  });

  it('reaches one destination while the other hangs', async () => {
    const { send, called, succeed: end } = hangingSender();
    const webhook = recordingSender();
    const { store, start, submit, pass } = await setUp({ email: send, webhook: webhook.send });
    await submit('First');
    pass(second);
    await submit('Second');
    start();
    await called;
    await expect.poll(() => webhook.told).toEqual(['First', 'Second']);
    end();
    await expect.poll(() => statesOf(store)).not.toContain('email waiting');
  });
});

describe('a failed delivery', () => {
  it('is attempted again when its time has come, and keeps what went wrong', async () => {
    const email = recordingSender();
    email.error = new DeliveryError('SMTP 451 (EENVELOPE)');
    const { store, start, submit, pass, logged } = await setUp({ email: email.send });
    await submit();
    const loop = start();
    await expect
      .poll(async () => (await listDeliveries(store))[0])
      .toMatchObject({
        state: 'waiting',
        attempts: 1,
        nextAttemptAt: '2026-11-21T12:00:05.000Z',
        lastError: 'SMTP 451 (EENVELOPE)',
      });
    email.error = undefined;
    pass(5 * second);
    loop.wake();
    await expect.poll(() => statesOf(store)).toEqual(['email delivered']);
    expect(email.told).toHaveLength(2);
    expect(logged()).toContain('SMTP 451');
  });

  it('waits for its time, whoever wakes the loop', async () => {
    const email = recordingSender();
    email.error = new DeliveryError('HTTP 500');
    const { store, start, submit, pass } = await setUp({ email: email.send, webhook: succeed });
    await submit('First');
    const loop = start();
    await expect.poll(async () => (await listDeliveries(store))[0]?.lastError).toBe('HTTP 500');
    pass(5 * second - 1);
    await submit('Second');
    loop.wake();
    await expect.poll(() => email.told).toEqual(['First', 'Second']);
    await loop.stop(second);
    expect(email.told).toEqual(['First', 'Second']);
  });

  it('is made up for by a destination that is back after an hour', async () => {
    const email = recordingSender();
    email.error = new DeliveryError('ECONNREFUSED');
    const { store, start, submit, pass } = await setUp({ email: email.send });
    await submit('First');
    pass(second);
    await submit('Second');
    const loop = start();
    await expect.poll(() => email.told).toEqual(['First', 'Second']);
    email.error = undefined;
    pass(hour);
    loop.wake();
    await expect.poll(() => statesOf(store)).toEqual(['email delivered', 'email delivered']);
    expect(email.told.slice(2).sort()).toEqual(['First', 'Second']);
  });

  it('waits as long as the destination asks', async () => {
    const email = recordingSender();
    email.error = new DeliveryError('HTTP 429', { retryAfterMs: 90 * second });
    const { store, start, submit } = await setUp({ email: email.send });
    await submit();
    start();
    await expect
      .poll(async () => (await listDeliveries(store))[0])
      .toMatchObject({ attempts: 1, nextAttemptAt: '2026-11-21T12:01:30.000Z' });
  });

  it('is given up four days after its first attempt, kept, and reported', async () => {
    const email = recordingSender();
    email.error = new DeliveryError('HTTP 500');
    const { store, start, submit, pass, logged } = await setUp({ email: email.send });
    await submit();
    pass(10 * 24 * hour);
    const loop = start();
    await expect.poll(() => statesOf(store)).toEqual(['email waiting']);
    await expect.poll(() => email.told).toHaveLength(1);
    await expect.poll(async () => (await listDeliveries(store))[0]?.lastError).toBe('HTTP 500');
    pass(4 * 24 * hour);
    loop.wake();
    await expect.poll(() => statesOf(store)).toEqual(['email failed']);
    expect(email.told).toHaveLength(2);
    expect(logged()).toMatch(/"level":50,.*"A delivery was given up.*deliveries --failed/);
  });

  it('is given up at once where the destination refuses for good', async () => {
    const email = recordingSender();
    email.error = new DeliveryError('HTTP 410', { isFinal: true });
    const { store, start, submit } = await setUp({ email: email.send });
    await submit();
    start();
    await expect.poll(() => statesOf(store)).toEqual(['email failed']);
  });

  it('is told about by codes alone, whatever was thrown', async () => {
    const email = recordingSender();
    email.error = Object.assign(new TypeError('Ada <ada@analytical.example> is refused'), {
      code: 'EENVELOPE',
      response: '550 ada@analytical.example',
    });
    const { store, start, submit, logged } = await setUp({ email: email.send });
    await submit();
    start();
    await expect.poll(async () => (await listDeliveries(store))[0]?.lastError).toBe('EENVELOPE');
    expect(logged()).toContain('EENVELOPE');
    expect(logged()).not.toMatch(/Ada|Lovelace|analytical|partnership/);
  });
});

describe('a lease', () => {
  it('of a process that is gone is taken over after 15 seconds', async () => {
    const email = recordingSender();
    const { store, clock, start, submit, pass } = await setUp({ email: email.send });
    await submit();
    expect(await leaseDelivery(store, 'email', clock())).toBeDefined();
    pass(15 * second - 1);
    expect(await leaseDelivery(store, 'email', clock())).toBeUndefined();
    pass(1);
    start();
    await expect.poll(() => statesOf(store)).toEqual(['email delivered']);
    expect((await listDeliveries(store))[0]?.attempts).toBe(2);
  });

  it('keeps several processes from delivering the same', async () => {
    const email = recordingSender();
    const { store: first, location } = await temporaryStore();
    const { store: second } = await temporaryStore({ location });
    const one = await setUp({ email: email.send }, { store: first });
    const other = await setUp({ email: email.send }, { store: second });
    for (let count = 0; count < 20; count += 1) await one.submit(String(count));
    one.start();
    other.start();
    await expect.poll(() => statesOf(first)).toEqual(Array(20).fill('email delivered'));
    expect(email.told).toHaveLength(20);
  });

  it('that was lost does not write over what its successor did', async () => {
    const { send, called, succeed: end } = hangingSender();
    const { store, clock, start, submit, pass, logged } = await setUp({ email: send });
    await submit();
    start();
    await called;
    pass(15 * second);
    const successor = await leaseDelivery(store, 'email', clock());
    expect(successor?.attempts).toBe(2);
    end();
    await expect.poll(logged).toContain('An inquiry was delivered');
    expect(await statesOf(store)).toEqual(['email waiting']);
  });
});

describe('stopping', () => {
  it('waits for what is under way, and begins nothing new', async () => {
    const { send, called, succeed: end } = hangingSender();
    const { store, start, submit } = await setUp({ email: send });
    await submit('First');
    await submit('Second');
    const loop = start();
    await called;
    const stopped = loop.stop(10 * second);
    end();
    await stopped;
    expect((await statesOf(store)).sort()).toEqual(['email delivered', 'email waiting']);
  });

  it('gives free what takes longer, due as it was', async () => {
    const { send, called } = hangingSender();
    const { store, clock, start, submit } = await setUp({ email: send });
    await submit();
    const loop = start();
    const signal = await called;
    await loop.stop(0);
    expect(signal.aborted).toBe(true);
    expect(await leaseDelivery(store, 'email', clock())).toMatchObject({ attempts: 2 });
  });
});

describe('a store that fails', () => {
  it('does not make a delivery happen twice', async () => {
    const { send, called, succeed: end } = hangingSender();
    let sent = 0;
    const counting: Sender = (inquiry, signal) => {
      sent += 1;
      return send(inquiry, signal);
    };
    const { store, start, submit, logged } = await setUp({ email: counting });
    await submit();
    start();
    await called;
    await store.db.schema.alterTable('deliveries').renameTo('elsewhere').execute();
    end();
    await expect.poll(logged).toContain('could not be stored');
    await store.db.schema.alterTable('elsewhere').renameTo('deliveries').execute();
    await expect.poll(() => statesOf(store)).toEqual(['email delivered']);
    expect(sent).toBe(1);
  }, 10_000);
});

describe('a fault of our own', () => {
  it('is logged, and the delivery is attempted again when its lease has ended', async () => {
    const email = recordingSender();
    email.error = new DeliveryError('HTTP 500');
    const random = () => {
      throw new TypeError('a bug');
    };
    const { store, start, submit, pass, logged } = await setUp({ email: email.send }, { random });
    await submit();
    const loop = start();
    await expect.poll(logged).toMatch(/"level":50,.*a bug/);
    email.error = undefined;
    pass(15 * second);
    loop.wake();
    await expect.poll(() => statesOf(store)).toEqual(['email delivered']);
    expect(email.told).toHaveLength(2);
  });
});

describe('a clock that is set back by a day', () => {
  it('holds up what had failed until its time comes again, and nothing else', async () => {
    const email = recordingSender();
    email.error = new DeliveryError('HTTP 500');
    const { store, start, submit, pass } = await setUp({ email: email.send });
    await submit('First');
    const loop = start();
    await expect.poll(async () => (await listDeliveries(store))[0]?.lastError).toBe('HTTP 500');
    email.error = undefined;
    pass(-24 * hour);
    await submit('Second');
    loop.wake();
    await expect.poll(() => statesOf(store)).toContain('email delivered');
    expect(email.told).toEqual(['First', 'Second']);
    pass(24 * hour + 5 * second);
    loop.wake();
    await expect.poll(() => statesOf(store)).toEqual(['email delivered', 'email delivered']);
    expect(email.told).toEqual(['First', 'Second', 'First']);
  });
});
