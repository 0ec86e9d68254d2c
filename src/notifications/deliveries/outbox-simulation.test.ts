import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import {
  createSimulation,
  type Fault,
  type Process,
  simulateTimers,
} from '../../../tests/fixtures/simulated-processes.ts';
import { email, webhook } from '../../../tests/fixtures/destinations.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { repeat, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import type { Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import { recordEvents } from '../../store/events.ts';
import { DeliveryError, type Sender } from '../sender.ts';
import { type DeliveryWorkers, startDeliveryWorkers } from './delivery-workers.ts';
import { redeliver, redeliverFailed } from './redeliver.ts';

// The worker may have loaded these modules without the mock.
vi.hoisted(() => vi.resetModules());
vi.mock('node:timers/promises', { spy: true });

const second = 1000;
const hour = 60 * 60 * second;
const retryMs = 5 * second;
const giveUpAfterMs = 4 * 24 * hour;
/** A lease of 15 s, the sleep of 5 s that follows, and a few messages. */
const slackMs = 30 * second;
const maxSkewMs = 4 * second;
const quick = { kind: 'accepted', latencyMs: 10 } as const;

const destinations = [email, webhook];
const names = ['email', 'webhook'] as const;
type TestDestination = (typeof names)[number];

const rarely = <Value>(arbitrary: fc.Arbitrary<Value>, freq: number) =>
  fc.oneof({ weight: freq, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const slot = fc.nat(2);

const response = fc.record({
  /** `answer lost`: the destination accepts the message, and the sender sees an error. */
  kind: fc.constantFrom('accepted', 'answer lost', 'temporary', 'temporary', 'permanent'),
  latencyMs: fc.constantFrom(10, 1000, 20 * second, 70 * second),
});
type Response = typeof response extends fc.Arbitrary<infer Value> ? Value : never;

const responses = fc.oneof(
  { weight: 24, arbitrary: fc.array(response, { maxLength: 5 }) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 8, max: 16 })
      .map((failures) => Array<Response>(failures).fill({ ...quick, kind: 'temporary' })),
  },
);

const faultKind = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('crash', 'pause', 'store failure') },
  { weight: 1, arbitrary: fc.constantFrom('clock forward', 'clock back') },
);

const scenario = fc.record({
  /** Seed of the order of concurrent steps and of the jitter. */
  order: fc.nat(),
  clockOffsetsMs: fc.array(fc.integer({ min: -maxSkewMs, max: maxSkewMs }), {
    minLength: 1,
    maxLength: 3,
  }),
  faults: fc.array(
    fc.record({
      slot,
      kind: faultKind,
      step: fc.integer({ min: 1, max: 50 }),
      ms: fc.constantFrom(100, 3 * second, 20 * second, 40 * second, hour),
    }),
    { maxLength: 4 },
  ),
  operations: fc.array(
    fc.record({
      kind: fc.constantFrom('enqueue', 'enqueue', 'redeliver', 'redeliver failed', 'restart'),
      slot,
      atMs: fc.constantFrom(0, 500, 5 * second, 30 * second, 3 * hour),
    }),
    { maxLength: 4 },
  ),
  responses: fc.record({ email: responses, webhook: responses }),
  /** Fails after its other responses. */
  downForever: rarely(fc.constantFrom(...names), 60),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

interface Attempt {
  process: Process;
  key: string;
  lease: string | null;
  redeliveries: number;
  at: number;
  isReceived: boolean;
  /** A fault may have caused another attempt. */
  isExcused: boolean;
}

/** Expectation of one delivery. */
interface Request {
  /** Number of times that it was queued: more than one after redeliveries. */
  requests: number;
  requestedAt: number;
  finalAt: number;
  hasPermanentError: boolean;
}

type Delivery = Tables['deliveries'] & { inquiryId: string | null };

const keyOf = ({ inquiryId, destination }: Pick<Delivery, 'inquiryId' | 'destination'>) =>
  `${destination} ${inquiryId}`;
const ignore = () => undefined;
const log = { info: ignore, warn: ignore, error: ignore };
const isFinal = ({ state }: Delivery) => state !== 'waiting';

/**
 * Throws if a delivery ends without being received or, by the rules, given up; if it is received
 * twice without a fault that explains it; or if it ends late: faults of a process or of another
 * destination must not delay it once they are over.
 */
async function simulate(
  { store, inquiryIds }: { store: Store; inquiryIds: string[] },
  { order, clockOffsetsMs, faults, operations, responses, downForever }: Scenario,
  count: (event: string) => void,
) {
  await store.db.deleteFrom('events').execute();
  const random = createRandom(order);
  const violations: string[] = [];
  const attempts: Attempt[] = [];
  const requests = new Map<string, Request>();
  let deliveries = new Map<string, Delivery>();
  let processFaultsEndAt = 0;
  let clockJumpsMs = 0;
  let storeFailuresMs = 0;
  const destinationFaults = {
    email: { endAt: 0, maxRetryMs: 0 },
    webhook: { endAt: 0, maxRetryMs: 0 },
  };
  const remaining = { email: [...responses.email], webhook: [...responses.webhook] };
  const slots: { process: Process; workers: DeliveryWorkers }[] = [];

  const sim = createSimulation({ store, random, onFault, onCommit, nextDueAt });
  const operator = sim.startProcess('operator', []);

  function start(slot: number, state: Partial<Process>) {
    const own = faults.filter((fault) => fault.slot === slot);
    const process = sim.startProcess(`process ${slot}`, own, state);
    const workers = sim.runAs(process, () =>
      startDeliveryWorkers({
        store: process.store,
        clock: process.clock,
        timeZone: 'UTC',
        holidays: [],
        random,
        retryMs,
        log,
        senders: { email: senderTo('email', process), webhook: senderTo('webhook', process) },
      }),
    );
    slots[slot] = { process, workers };
  }

  const senderTo =
    (destination: TestDestination, process: Process): Sender =>
    async (notification) => {
      if (!('inquiry' in notification)) throw new Error(notification.kind);
      const key = keyOf({ destination, inquiryId: notification.inquiry.id });
      const attempt = attempts.findLast((other) => other.process === process && other.key === key);
      const fallback = downForever === destination ? { ...quick, kind: 'temporary' } : quick;
      const { kind, latencyMs } = remaining[destination].shift() ?? fallback;
      sim.record(process, `sends ${key}`);
      await sim.wait(latencyMs / 2);
      const isReceived = kind === 'accepted' || kind === 'answer lost';
      if (attempt && isReceived) Object.assign(attempt, { isReceived });
      await sim.wait(latencyMs / 2);
      sim.record(process, `${kind}: ${key}`);
      const isQuick = kind === 'accepted' && latencyMs === quick.latencyMs;
      const faults = destinationFaults[destination];
      if (!isQuick) faults.endAt = sim.now();
      if (kind === 'accepted') return [];
      faults.maxRetryMs = hour;
      if (attempt && isReceived) attempt.isExcused = true;
      const request = requests.get(key);
      if (request && kind === 'permanent' && attempt && hasLease(attempt)) {
        request.hasPermanentError = true;
      }
      throw new DeliveryError(kind, { isFinal: kind === 'permanent' });
    };

  function onFault(process: Process, { kind, ms }: Fault) {
    count(kind);
    processFaultsEndAt = Math.max(processFaultsEndAt, sim.now() + ms);
    if (kind === 'clock forward' || kind === 'clock back') clockJumpsMs += ms;
    if (kind === 'store failure') storeFailuresMs += ms;
    // Leases outlast short failures.
    if (kind !== 'store failure' || storeFailuresMs > 5 * second) excuseAttempts(process);
    if (kind !== 'crash') return;
    const slot = slots.findIndex((other) => other.process === process);
    // One that was restarted may crash while it enqueues.
    if (slot >= 0) sim.runAs(operator, () => sim.addTimer(() => start(slot, process), ms));
  }

  const hasLease = ({ key, lease }: Attempt) => deliveries.get(key)?.lease === lease;

  function excuseAttempts(process: Process) {
    for (const attempt of attempts) {
      if (attempt.process === process && hasLease(attempt)) attempt.isExcused = true;
    }
  }

  function onCommit(process: Process, rows: Delivery[]) {
    const previous = deliveries;
    deliveries = new Map(rows.map((row) => [keyOf(row), row]));
    for (const [key, row] of deliveries) {
      const before = previous.get(key);
      if (!before || before.redeliveries !== row.redeliveries) {
        const earlier = requests.get(key)?.requests ?? 0;
        sim.record(process, `queues ${key}`);
        requests.set(key, {
          requests: earlier + 1,
          requestedAt: sim.now(),
          finalAt: Infinity,
          hasPermanentError: false,
        });
      } else if (isFinal(before) && JSON.stringify(before) !== JSON.stringify(row)) {
        violations.push(`${process.name} changed ${key}, which was ${before.state}`);
      }
      if (row.lease && row.lease !== before?.lease) beginAttempt(process, row);
      if (isFinal(row) && !(before && isFinal(before))) end(process, row);
    }
  }

  function beginAttempt(process: Process, { lease, redeliveries, ...row }: Delivery) {
    const key = keyOf(row);
    sim.record(process, `leases ${key}`);
    const last = attempts.findLast((attempt) => attempt.key === key);
    const attempt: Attempt = {
      process,
      key,
      lease,
      redeliveries,
      at: sim.now(),
      isReceived: false,
      isExcused:
        clockJumpsMs > 0 || Math.max(process.pausedUntil, process.storeFailsUntil) >= sim.now(),
    };
    attempts.push(attempt);
    const isRetry = last && !last.isExcused && last.redeliveries === redeliveries;
    const isPunctual = clockOffsetsMs.length === 1 && clockJumpsMs === 0;
    // The last attempt may follow the one before it sooner.
    if (!isRetry || !isPunctual || row.destination === downForever) return;
    const delayMs = attempt.at - last.at;
    if (delayMs < retryMs / 2) violations.push(`${key} was attempted again after ${delayMs} ms`);
  }

  function end(process: Process, row: Delivery) {
    const key = keyOf(row);
    const request = requests.get(key) as Request;
    request.finalAt = sim.now();
    sim.record(process, `ends ${key}: ${row.state}`);
    const isReceived = attempts.some((attempt) => attempt.key === key && attempt.isReceived);
    const attemptedMs = process.clock() - Date.parse(row.firstAttemptAt ?? '');
    const isGivenUp =
      request.hasPermanentError || attemptedMs >= giveUpAfterMs - maxSkewMs * 2 - clockJumpsMs;
    const isAllowed = row.state === 'delivered' ? isReceived : row.state === 'failed' && isGivenUp;
    if (!isAllowed) violations.push(`${key} is ${row.state}`);
    count(row.state);
  }

  /** The time until which a delivery has to be final. */
  function deadline(key: string) {
    const { requestedAt } = requests.get(key) as Request;
    const destination = key.startsWith('email') ? 'email' : 'webhook';
    const { endAt, maxRetryMs } = destinationFaults[destination];
    const downMs = destination === downForever ? giveUpAfterMs + hour : 0;
    const faultless = Math.max(requestedAt, processFaultsEndAt, downMs ? 0 : endAt);
    return faultless + slackMs + maxRetryMs + downMs + 2 * (clockJumpsMs + maxSkewMs);
  }

  function nextDueAt() {
    const waiting = [...deliveries.values()].filter((row) => !isFinal(row));
    const times = waiting.map(({ nextAttemptAt, leaseEndsAt }) => leaseEndsAt ?? nextAttemptAt);
    return Math.min(...times.map(Date.parse));
  }

  async function operate({ kind, slot }: Scenario['operations'][number], index: number) {
    const { process, workers } = slots[slot % slots.length] as (typeof slots)[number];
    const inquiryId = inquiryIds[index] ?? '';
    if (kind === 'enqueue') {
      const at = new Date(process.clock()).toISOString();
      const id = `received-${inquiryId}`;
      const event = { id, kind: 'received', inquiryId, at, to: destinations } as const;
      const caller = index === 0 ? operator : process;
      await sim.runAs(caller, async () => {
        await caller.store.db
          .transaction()
          .execute((transaction) => recordEvents(transaction, [event]));
        workers.wake();
      });
    } else if (kind === 'redeliver') {
      const id = inquiryIds.find((inquiryId) =>
        deliveries.has(keyOf({ inquiryId, destination: 'email' })),
      );
      if (id) await redeliver(operator, id, names);
    } else if (kind === 'redeliver failed') await redeliverFailed(operator);
    else {
      await sim.runAs(process, async () => {
        excuseAttempts(process);
        await workers.stop(5 * second);
        processFaultsEndAt = Math.max(processFaultsEndAt, sim.now());
        start(slot % slots.length, process);
      });
    }
  }

  clockOffsetsMs.forEach((clockOffsetMs, slot) => start(slot, { clockOffsetMs }));
  let pending = operations.length + 1;
  [{ kind: 'enqueue', slot: 0, atMs: 0 } as const, ...operations].forEach((operation, index) =>
    sim.runAs(operator, () =>
      sim.addTimer(() => {
        pending -= 1;
        operate(operation, index).catch((error: unknown) =>
          sim.record(operator, `${operation.kind}: ${String(error)}`),
        );
      }, operation.atMs),
    ),
  );
  const isDone = () =>
    violations.length > 0 ||
    (pending === 0 && deliveries.size > 0 && [...deliveries.values()].every(isFinal));
  const until = () =>
    Math.max(sim.startAt + 4 * hour, ...[...deliveries.keys()].map(deadline)) + hour;
  await sim.runUntil(isDone, until).catch((error: Error) => {
    const waiting = [...deliveries.values()].filter((row) => !isFinal(row));
    violations.push(`${error.message}: ${waiting.map(keyOf).join()}`);
  });

  for (const [key, { requests: requested, finalAt }] of requests) {
    const received = attempts.filter((attempt) => attempt.key === key && attempt.isReceived);
    const unexcused = received.filter(({ isExcused }) => !isExcused).length;
    if (received.length > requested) count('received twice');
    if (unexcused > requested) violations.push(`${key} was received ${unexcused} times`);
    const lateMs = finalAt - deadline(key);
    if (violations.length === 0 && lateMs > 0) violations.push(`${key} was ${lateMs} ms late`);
  }
  if (violations.length > 0) throw new Error([...violations, ...sim.history()].join('\n'));
}

/** Returns a pseudorandom generator (mulberry32). */
function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A failure prints a seed and a path, which repeat it:
 * `SIMULATION='{"seed":1,"path":"2:3"}' npx vitest run src/notifications/deliveries/outbox-simulation.test.ts`
 */
const replay = JSON.parse(process.env['SIMULATION'] ?? '{}') as fc.Parameters<[Scenario]>;

/** `npm run test:chaos` runs a thousand. */
const schedules = Number(process.env['SCHEDULES'] ?? 100);

it('every delivery is received, once without faults, in random schedules with faults', async () => {
  const { store } = await temporaryStore();
  // Nothing has to survive this process.
  await sql`pragma synchronous = off`.execute(store.db);
  const inquiryIds = await repeat(5, () => storeInquiry(store));
  simulateTimers();
  const counts: Record<string, number> = {};
  const count = (event: string) => (counts[event] = (counts[event] ?? 0) + 1);
  await fc.assert(
    fc.asyncProperty(scenario, (one) => simulate({ store, inquiryIds }, one, count)),
    { numRuns: schedules, ...replay },
  );
  const covered = [
    'crash',
    'pause',
    'store failure',
    'clock forward',
    'clock back',
    'failed',
    'received twice',
  ];
  if (!replay.path && schedules >= 1000)
    expect(covered.filter((event) => !counts[event])).toEqual([]);
}, 600_000);
