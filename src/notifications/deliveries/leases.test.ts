import fc from 'fast-check';
import { expect, it } from 'vitest';
import { webhook } from '../../../tests/fixtures/destinations.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { repeat, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { toIso } from '../../inquiry/format-time.ts';
import { recordEvents } from '../../store/events.ts';
import type { Store } from '../../store/store.ts';
import { endLease, leaseDelivery, type LeasedDelivery, leaseMs, renewLease } from './leases.ts';

const second = 1000;
const start = Date.parse('2026-11-21T12:00:00.000Z');
const retryMs = 5 * second;
const maxSkewMs = 2 * second;
const maxMessages = 3;

const schedule = fc.record({
  skews: fc.array(fc.integer({ min: -maxSkewMs, max: maxSkewMs }), { minLength: 1, maxLength: 3 }),
  messages: fc.integer({ min: 1, max: maxMessages }),
  steps: fc.array(
    fc.record({
      server: fc.nat(),
      kind: fc.constantFrom(
        ...(['lease', 'lease', 'lease', 'wait', 'renew', 'accept'] as const),
        ...(['refuse', 'lose the answer', 'crash', 'set the clock', 'wait'] as const),
      ),
      ms: fc.constantFrom(100, 8 * second, leaseMs - 1, leaseMs, 20 * second),
    }),
    { minLength: 30, maxLength: 40 },
  ),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

interface Server {
  skewMs: number;
  held?: { delivery: LeasedDelivery; safeUntil: number } | undefined;
}

/** Throws if servers lease a delivery at once, one is lost, or one is received twice without a fault. */
async function run(store: Store, ids: string[], { skews, messages, steps }: Schedule) {
  await store.db.deleteFrom('events').execute();
  const events = ids.slice(0, messages).map((inquiryId) => ({
    ...({ id: `received-${inquiryId}`, kind: 'received', inquiryId } as const),
    ...{ at: toIso(start), to: [webhook] },
  }));
  await store.db.transaction().execute((transaction) => recordEvents(transaction, events));
  const servers = skews.map((skewMs): Server => ({ skewMs }));
  const received: string[] = [];
  const mayRepeat = new Set<string>();
  /** The lease of each event that holds; an older one was lost. */
  const leases = new Map<string, string>();
  let now = start + maxSkewMs;
  let maxClockMs = now + maxSkewMs;
  const clock = ({ skewMs }: Server) => now + skewMs;

  async function step(server: Server, kind: Schedule['steps'][number]['kind'], ms: number) {
    const { held } = server;
    maxClockMs = Math.max(maxClockMs, ...servers.map(clock));
    if (kind === 'wait') now += ms;
    if (kind === 'set the clock') server.skewMs = (ms % (2 * maxSkewMs)) - maxSkewMs;
    if (kind === 'lease' && !held) {
      const delivery = await leaseDelivery(store, 'webhook', clock(server));
      if (!delivery) return;
      const others = servers.filter(({ held }) => held?.delivery.event.id === delivery.event.id);
      for (const other of others) {
        expect(other.held?.safeUntil).toBeLessThanOrEqual(now);
        mayRepeat.add(delivery.event.id);
      }
      leases.set(delivery.event.id, delivery.lease);
      server.held = { delivery, safeUntil: now + leaseMs - 2 * maxSkewMs };
    }
    if (!held || !['renew', 'accept', 'refuse', 'lose the answer', 'crash'].includes(kind)) return;
    const { delivery } = held;
    const holds = leases.get(delivery.event.id) === delivery.lease;
    if (kind === 'renew') {
      const isLeased = await renewLease(store, delivery, clock(server));
      expect(isLeased).toBe(holds);
      const safeUntil = now + leaseMs - 2 * maxSkewMs;
      server.held = isLeased ? { delivery, safeUntil } : undefined;
      return;
    }
    server.held = undefined;
    if (kind === 'accept' || kind === 'lose the answer') received.push(delivery.event.id);
    if (kind === 'lose the answer') mayRepeat.add(delivery.event.id);
    if (kind === 'crash') return;
    const at = clock(server);
    const outcome =
      kind === 'accept'
        ? ({ state: 'delivered', deliveredAt: toIso(at) } as const)
        : { nextAttemptAt: toIso(at + retryMs) };
    expect(await endLease(store, delivery, outcome)).toBe(holds);
    if (holds) leases.delete(delivery.event.id);
  }

  for (const { server, kind, ms } of steps)
    await step(servers[server % servers.length] as Server, kind, ms);

  // The faults are over: one more server takes what waits.
  const last: Server = { skewMs: 0 };
  servers.push(last);
  now = maxClockMs + leaseMs + retryMs;
  for (let count = 0; count < maxMessages; count += 1) {
    await step(last, 'lease', 0);
    await step(last, 'accept', 0);
  }
  const rows = await store.db.selectFrom('deliveries').select('state').execute();
  expect(rows).toEqual(events.map(() => ({ state: 'delivered' })));
  for (const { id } of events) {
    const count = received.filter((other) => other === id).length;
    expect(count).toBeGreaterThan(0);
    if (!mayRepeat.has(id)) expect(count).toBe(1);
  }
}

it('every delivery is received, once without faults, however servers take turns, crash or set their clocks', async () => {
  const { store } = await temporaryStore();
  const ids = await repeat(maxMessages, () => storeInquiry(store));
  await fc.assert(
    fc.asyncProperty(schedule, (one) => run(store, ids, one)),
    { numRuns: 100 },
  );
});
