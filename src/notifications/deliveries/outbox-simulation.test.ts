import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers';
import fc from 'fast-check';
import { type KyselyPlugin, type Selectable, sql, type Transaction } from 'kysely';
import { it, onTestFinished, vi } from 'vitest';
import { email, webhook } from '../../../tests/fixtures/destinations.ts';
import { mockSleep } from '../../../tests/fixtures/fake-sleeps.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { repeat, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { weekdayHours } from '../../../tests/fixtures/weekday-hours.ts';
import { type NewEvent, recordEvents } from '../../store/outbox/events.ts';
import type { Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import { toIso } from '../../text/format-time.ts';
import { accepted, DeliveryError, type Sender } from '../sender.ts';
import { startDeliveryWorkers } from './delivery-workers.ts';

const second = 1000;
const startMs = Date.parse('2026-11-21T12:00:00.000Z');
/** Time by which all events, faults, leases and retries of a schedule have ended. */
const maxMs = 15 * 60 * second;
/** Leases allow for clocks that differ by 8 s. */
const skewMs = fc.integer({ min: -4 * second, max: 4 * second });

const schedule = fc.record({
  /** Durations of accesses to the store, which determine the order in which processes run. */
  stepMs: fc.infiniteStream(fc.nat(10)),
  /** Skew of the clock of each process. */
  skewsMs: fc.array(skewMs, { minLength: 1, maxLength: 2 }),
  events: fc.array(
    fc.record({ inquiry: fc.nat(1), atMs: fc.constantFrom(0, 500, 5 * second, 30 * second) }),
    { minLength: 1, maxLength: 4 },
  ),
  faults: fc.array(
    fc.record({
      slot: fc.nat(1),
      kind: fc.constantFrom('crash', 'pause', 'store failure', 'clock forward', 'clock back'),
      /** Number of the access to the store at which the fault begins, counted across restarts. */
      step: fc.integer({ min: 1, max: 60 }),
      ms: fc.constantFrom(100, 3 * second, 20 * second, 60 * second),
    }),
    { maxLength: 3 },
  ),
  /** Responses of the destinations, which accept further messages at once. */
  responses: fc.array(
    fc.record({
      /** `answer lost`: the destination accepts the message, and the sender sees an error. */
      kind: fc.constantFrom('accepted', 'answer lost', 'temporary', 'temporary', 'permanent'),
      latencyMs: fc.constantFrom(10, second, 20 * second),
    }),
    { maxLength: 6 },
  ),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never;

const createProcess = (name: string, skewMs = 0, steps = 0) => ({
  ...{ name, skewMs, steps, isCrashed: false },
  ...{ pausedUntil: -Infinity, storeFailsUntil: -Infinity },
});
type Process = ReturnType<typeof createProcess>;

type Delivery = Selectable<Tables['deliveries']> & { id: string; inquiryId: string | null };

const currentProcess = new AsyncLocalStorage<Process>();
const ignore = () => undefined;
const isFinal = ({ state }: Delivery) => state !== 'waiting';
const keyOf = ({ destination, id }: Pick<Delivery, 'destination' | 'id'>) => `${destination} ${id}`;

/**
 * Runs delivery workers of one or two processes in simulated time, one step at a time. Throws if a
 * delivery ends without being received or permanently refused; if one is received twice without a
 * fault that explains it; if the webhook gets a change before earlier waiting deliveries of its
 * inquiry; or if a process changes a delivery that has ended or that another one leases.
 */
async function simulate(store: Store, inquiryIds: string[], plan: Schedule) {
  await store.db.deleteFrom('events').execute();
  let now = startMs;
  let waiting: { at: number; process: Process; resume: () => void }[] = [];
  let deliveries = new Map<string, Delivery>();
  let faults = 0;
  let pending = plan.events.length;
  const history: string[] = [];
  const violations: string[] = [];
  const received: string[] = [];
  const mayRepeat: string[] = [];
  const refused = new Set<string>();
  const owners = new Map<string, Process>();
  const responses = [...plan.responses];
  const workers: ReturnType<typeof startDeliveryWorkers>[] = [];

  const clockOf = (process: Process) => () => now + process.skewMs;
  const record = (process: Process, text: string) =>
    history.push(`${now - startMs} ms, ${process.name}: ${text}`);

  /** Waits in the current process; for ever if it crashes. */
  const wait = (ms: number) =>
    new Promise<void>((resume) => {
      waiting.push({ at: now + ms, process: currentProcess.getStore() as Process, resume });
    });

  function beginFault(process: Process, { slot, kind, ms }: Schedule['faults'][number]) {
    record(process, `${kind}, ${ms} ms`);
    faults += 1;
    if (kind === 'pause') process.pausedUntil = now + ms;
    if (kind === 'store failure') process.storeFailsUntil = now + ms;
    if (kind === 'clock forward') process.skewMs += ms;
    if (kind === 'clock back') process.skewMs -= ms;
    if (kind !== 'crash') return;
    process.isCrashed = true;
    later(ms, () => start(slot, process.skewMs, process.steps));
  }

  async function access(process: Process) {
    process.steps += 1;
    const begun = plan.faults.filter(
      ({ slot, step }) => process.name === `process ${slot}` && step === process.steps,
    );
    for (const fault of begun) beginFault(process, fault);
    await wait(plan.stepMs.next().value ?? 0);
    if (now < process.storeFailsUntil) throw new Error('The store fails');
  }

  /** Returns the store of a process, which may fail before and after a transaction's commit. */
  function storeOf(process: Process): Store {
    const waitAfterRead: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        await access(process);
        return result;
      },
    };
    async function execute<Result>(run: (transaction: Transaction<Tables>) => Promise<Result>) {
      await access(process);
      const result = await store.db.transaction().execute(run);
      const rows = await store.db
        .selectFrom('deliveries')
        .innerJoin('events', 'events.number', 'deliveries.event')
        .selectAll('deliveries')
        .select(['id', 'inquiryId'])
        .execute();
      checkCommit(process, rows);
      await access(process);
      return result;
    }
    const transaction = () => ({ execute }) as never;
    return { ...store, db: Object.assign(store.db.withPlugin(waitAfterRead), { transaction }) };
  }

  function checkCommit(process: Process, rows: Delivery[]) {
    const previous = deliveries;
    deliveries = new Map(rows.map((row) => [keyOf(row), row]));
    for (const [key, row] of deliveries) {
      const before = previous.get(key);
      if (!before || JSON.stringify(before) === JSON.stringify(row)) continue;
      record(process, `${row.lease ? 'leases' : 'releases'} ${key}: ${row.state}`);
      const isOwner = !before.lease || owners.get(before.lease) === process;
      if (isFinal(before) || (!row.lease && !isOwner))
        violations.push(`${process.name} changed ${key}`);
      if (row.lease && row.lease !== before.lease) owners.set(row.lease, process);
      const isExplained = row.state === 'delivered' ? received.includes(key) : refused.has(key);
      if (isFinal(row) && !isExplained) violations.push(`${key} is ${row.state}`);
    }
  }

  function checkOrder(key: string) {
    const { destination, inquiryId, event } = deliveries.get(key) as Delivery;
    const earlier = [...deliveries.values()].filter(
      (one) => one.destination === destination && one.inquiryId === inquiryId && one.event < event,
    );
    if (!earlier.every(isFinal))
      violations.push(`${key} was sent before what waits of its inquiry`);
  }

  const senderTo =
    (destination: string, process: Process): Sender =>
    async ({ id }) => {
      const key = keyOf({ destination, id });
      record(process, `sends ${key}`);
      if (destination === 'webhook' && id.startsWith('updated')) checkOrder(key);
      const { kind, latencyMs } = responses.shift() ?? { kind: 'accepted', latencyMs: 10 };
      await wait(latencyMs / 2);
      if (kind === 'accepted' || kind === 'answer lost') received.push(key);
      if (kind === 'answer lost') mayRepeat.push(key);
      if (kind === 'permanent') refused.add(key);
      record(process, `${kind}: ${key}`);
      await wait(latencyMs / 2);
      if (kind !== 'accepted') throw new DeliveryError(kind, { isFinal: kind === 'permanent' });
      return accepted;
    };

  function start(slot: number, skewMs: number, steps = 0) {
    const process = createProcess(`process ${slot}`, skewMs, steps);
    const senders = { email: senderTo('email', process), webhook: senderTo('webhook', process) };
    const destinations = [email, webhook];
    const options = { destinations, officeHours: weekdayHours('UTC'), random: () => 0.5 };
    workers[slot] = currentProcess.run(process, () =>
      startDeliveryWorkers({
        ...{ ...options, store: storeOf(process), clock: clockOf(process), senders },
        log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      }),
    );
  }

  const operator = createProcess('operator');
  /** Runs `task` after `ms`, whether processes run or not. */
  function later(ms: number, task: () => unknown) {
    currentProcess.run(operator, () => void wait(ms).then(task));
  }

  simulateTimers(wait);
  plan.skewsMs.forEach((skewMs, slot) => start(slot, skewMs));
  plan.events.forEach(({ inquiry, atMs }, index) =>
    later(atMs, async () => {
      const inquiryId = inquiryIds[inquiry] ?? '';
      const isFirst = plan.events.findIndex((event) => event.inquiry === inquiry) === index;
      const event: NewEvent = {
        ...{ inquiryId, at: toIso(now), to: [email, webhook] },
        ...(isFirst
          ? { id: `received-${inquiryId}`, kind: 'received' }
          : { id: `updated-${index}-${inquiryId}`, kind: 'changed', status: 'reviewed' }),
      };
      const { db } = storeOf(operator);
      await db.transaction().execute((transaction) => recordEvents(transaction, [event]));
      pending -= 1;
      workers[inquiry % workers.length]?.wake();
    }),
  );

  while (violations.length === 0 && (pending > 0 || ![...deliveries.values()].every(isFinal))) {
    const runnable = waiting.filter(({ process }) => !process.isCrashed);
    const dueAt = ({ at, process }: (typeof waiting)[number]) => Math.max(at, process.pausedUntil);
    const next = runnable.reduce((first, one) => (dueAt(one) < dueAt(first) ? one : first));
    now = Math.max(now, dueAt(next));
    if (now > startMs + maxMs) violations.push('A delivery does not end');
    waiting = runnable.filter((one) => one !== next);
    next.resume();
    // End the step, which waits only for microtasks.
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const key of deliveries.keys()) {
    const isKey = (other: string) => other === key;
    const count = received.filter(isKey).length;
    if (count > 1 + faults + mayRepeat.filter(isKey).length)
      violations.push(`${key} was received ${count} times`);
  }
  if (violations.length > 0) throw new Error([...violations, ...history].join('\n'));
}

/** Makes the timers of simulated processes use `wait`. */
function simulateTimers(wait: (ms: number) => Promise<void>) {
  mockSleep(async (ms = 0, value, { signal } = {}) => {
    signal?.throwIfAborted();
    const aborted = new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason)),
    );
    await Promise.race([wait(ms), aborted]);
    return value as never;
  });
  vi.stubGlobal('setInterval', (run: () => void, ms: number) => {
    const timer = { isOn: true };
    const repeat = async () => {
      for (await wait(ms); timer.isOn; await wait(ms)) run();
    };
    void repeat();
    return timer;
  });
  vi.stubGlobal('clearInterval', (timer: { isOn: boolean }) => (timer.isOn = false));
}

/**
 * A failure prints a seed and a path, which repeat it: `SIMULATION='{"seed":1,"path":"2:3"}' npx
 * vitest run src/notifications/deliveries/outbox-simulation.test.ts`
 */
const replay = JSON.parse(process.env['SIMULATION'] ?? '{}') as fc.Parameters<[Schedule]>;

/** `npm run test:chaos` runs a thousand. */
const numRuns = Number(process.env['SCHEDULES'] ?? 100);

it('every delivery is received, once without faults, in random schedules with faults', async () => {
  const { store } = await temporaryStore();
  // Nothing has to survive this process.
  await sql`pragma synchronous = off`.execute(store.db);
  const inquiryIds = await repeat(2, (nth) => storeInquiry(store, { role: `Number ${nth}` }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const property = fc.asyncProperty(schedule, (plan) => simulate(store, inquiryIds, plan));
  await fc.assert(property, { numRuns, ...replay });
}, 600_000);
