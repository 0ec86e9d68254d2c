import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findFailedChecks } from '../../src/http/lifecycle/failed-checks.ts';
import { dayMs, toIso } from '../../src/inquiry/format-time.ts';
import { loadNotification } from '../../src/notifications/deliveries/attempt-delivery.ts';
import { endLease, leaseDelivery } from '../../src/notifications/deliveries/leases.ts';
import { readDigest } from '../../src/notifications/schedule/digest.ts';
import { receiveInquiry } from '../../src/receive-inquiry/receive-inquiry.ts';
import { listDue, listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import type { Destination } from '../../src/store/tables.ts';
import { createFakeInquiry } from '../fake-data.ts';
import { type Measurement, median } from '../measurement.ts';
import { withFolder } from '../programs.ts';

const sizes = [1000, 100_000, 1_000_000];
const inquiriesOfOne = 20_000;
const destinations: Destination[] = [
  { name: 'email', reaches: 'team' },
  { name: 'webhook', reaches: 'programs' },
  { name: 'inquirer', reaches: 'inquirer' },
];
/** A Tuesday: the digest of a Monday also reads the last week. */
const now = Date.parse('2026-11-24T14:00:00.000Z');
const clock = () => now;
const calendar = { timeZone: 'America/New_York', holidays: [] };
const address = 'one@example.com';

const work: Record<string, (store: Store, index: number) => Promise<unknown>> = {
  post: (store, index) => {
    const inquiry = { ...createFakeInquiry(index), email: address, message: `Message ${index}.` };
    const key = { kind: 'caller', value: `key-${index}` } as const;
    return receiveInquiry({ store, clock, destinations }, inquiry, key);
  },
  async delivery(store) {
    const delivery = await leaseDelivery(store, 'webhook', now + 1000);
    if (!delivery) throw new Error('Nothing waits');
    await loadNotification({ store, clock, ...calendar }, delivery.event);
    await endLease(store, delivery, { state: 'delivered' });
  },
  digest: (store) => readDigest(store, '2026-11-24', now, calendar),
  list: (store) => listInquiries(store, { limit: 51 }),
  'list --due': (store) => listDue(store, { limit: 51 }),
  '/readyz': (store) => findFailedChecks(store),
};

/** A digest counts all open inquiries, which a team does not let grow to 250,000. */
const goals: Record<string, Measurement['goal']> = {
  post: { of: 'ratio', atMost: 1.3 },
  delivery: { of: 'ratio', atMost: 1.3 },
  digest: { of: 'value', atMost: 1000 },
};

/** Measures what costs must not grow with: the number of inquiries, and those of one address. */
export async function measureGrowth(rounds: number): Promise<Measurement[]> {
  const small = await measureStore(sizes[0] ?? 0, rounds);
  const measurements: Measurement[] = [];
  for (const [size, ofOne] of [
    ...sizes.slice(1).map((size) => [size, 0] as const),
    [inquiriesOfOne, inquiriesOfOne] as const,
  ]) {
    const large = await measureStore(size, rounds, ofOne);
    const name = `${size.toLocaleString('en')} inquiries${ofOne ? ' of one address' : ''}`;
    for (const [task, value] of Object.entries(large.times)) {
      const ratio = value / (small.times[task] ?? NaN);
      const goal = goals[task] ?? { of: 'ratio', atMost: 3 };
      measurements.push({ name: `${task} with ${name}`, value, unit: 'ms', ratio, goal });
    }
    for (const [command, value] of Object.entries(large.megabytes)) {
      const goal = { of: 'value', atMost: 96 } as const;
      measurements.push({ name: `inquiries ${command} with ${name}`, value, unit: 'MB', goal });
    }
  }
  return measurements;
}

const measureStore = (size: number, rounds: number, ofOne = 1) =>
  withFolder(async (folder) => {
    const file = path.join(folder, 'inquiries.sqlite');
    await fill(file, size, ofOne);
    const store = await openStore({ file });
    const times: Record<string, number> = {};
    for (const [task, run] of Object.entries(work)) {
      const taken: number[] = [];
      for (let index = 0; index < 10 * rounds; index += 1) {
        const startedAt = performance.now();
        await run(store, index);
        taken.push(performance.now() - startedAt);
      }
      times[task] = median(taken);
    }
    await store.close();
    const megabytes = Object.fromEntries(
      ['list --due --limit 3', 'check'].map((command) => [command, runCommand(command, folder)]),
    );
    return { times, megabytes };
  });

/** Fills a store with closed inquiries and open ones, a quarter, of the last 60 days; each was delivered. */
async function fill(file: string, size: number, ofOne: number) {
  const store = await openStore({ file });
  await receiveInquiry({ store, clock: () => now - 61 * dayMs }, createFakeInquiry(0));
  await store.close();
  const database = new DatabaseSync(file);
  const columns = Object.keys(database.prepare('select * from inquiries').get() ?? {});
  const stepMs = Math.floor((60 * dayMs) / size);
  const values: Record<string, string> = {
    id: `printf('01970000-0000-7000-8000-%012x', i)`,
    received_at: `strftime('%Y-%m-%dT%H:%M:%fZ', '${toIso(now - 60 * dayMs)}', (i * ${stepMs} / 1000.0) || ' seconds')`,
    email: `iif(i < ${ofOne}, '${address}', i || '@example.com')`,
    search_email: `iif(i < ${ofOne}, '${address}', i || '@example.com')`,
    message_key: `'key' || i`,
    status: `iif(i % 4, 'declined', 'new')`,
  };
  const numbers = `with recursive numbers (i) as (select 0 union all select i + 1 from numbers where i < ${size - 1})`;
  database.exec(`
    pragma synchronous = off;
    begin;
    ${numbers} insert into inquiries (${columns.join()})
      select ${columns.map((name) => values[name] ?? `template.${name}`).join()}
      from numbers, (select * from inquiries limit 1) as template;
    insert into events (id, kind, inquiry_id, at)
      select kind || '-' || id, kind, id, received_at
      from inquiries, (select 'received' as kind union select 'acknowledgement')
      where id like '01970000%';
    insert into deliveries (event, destination, state, attempts, next_attempt_at, delivered_at, redeliveries)
      select number, iif(kind = 'received', 'email', 'inquirer'), 'delivered', 1, at, at, 0
      from events where id like '%01970000%';
    commit;`);
  database.close();
}

/** Runs a command on the store; returns the peak of its resident memory in MB. */
function runCommand(command: string, folder: string): number {
  const report =
    'process.on("exit", () => console.error(`peak ${process.resourceUsage().maxRSS}`))';
  const program = path.resolve(import.meta.dirname, '../../dist/server/inquiries.js');
  const { stderr } = spawnSync(
    process.execPath,
    [
      ...['--max-semi-space-size=2', '--heap-growing-percent=50'],
      ...[`--import=data:text/javascript,${encodeURIComponent(report)}`, program],
      ...command.split(' '),
    ],
    { env: { PATH: process.env['PATH'], DATA_DIR: folder }, encoding: 'utf8' },
  );
  const [, kilobytes] = /^peak (\d+)$/m.exec(stderr) ?? [];
  if (!kilobytes) throw new Error(`${command} failed: ${stderr}`);
  return (Number(kilobytes) * 1024) / 1e6;
}
