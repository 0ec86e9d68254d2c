import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PassThrough } from 'node:stream';
import { runCli } from '../../src/cli/run-cli.ts';
import { firm } from '../../src/content/firm.ts';
import { findFailedChecks } from '../../src/http/lifecycle/failed-checks.ts';
import { getOfficeHours } from '../../src/inquiry/office-hours.ts';
import { loadNotification } from '../../src/notifications/deliveries/attempt-delivery.ts';
import { enqueueFloodDigest } from '../../src/notifications/flood/enqueue-flood-digest.ts';
import { readDigest } from '../../src/notifications/messages/digest.ts';
import { receiveInquiry } from '../../src/receive-inquiry/receive-inquiry.ts';
import { openStore } from '../../src/store/open-store.ts';
import { endLease, leaseDelivery } from '../../src/store/outbox/leases.ts';
import type { Store } from '../../src/store/store.ts';
import { dayMs, toIso } from '../../src/text/format-time.ts';
import { createFakeInquiry } from '../fake-inquiry.ts';
import { compare, createFolder, type Measurement } from '../measurement.ts';

/** Costs that must not grow with the number of inquiries, in total or from one address. */
export const measurements: Measurement[] = [];
const sizeOfOneAddress = 20_000;
const address = 'one@example.com';
const email = { name: 'email', reaches: 'team' } as const;
const webhook = { name: 'webhook', reaches: 'programs' } as const;
const destinations = [email, webhook, { name: 'inquirer', reaches: 'inquirer' }] as const;
/** A Tuesday, because the digest of a Monday also reads the previous week. */
const now = Date.parse('2026-11-24T14:00:00.000Z');
const clock = () => now;
const officeHours = getOfficeHours(firm);

const tasks: Record<string, (store: Store) => Promise<unknown>> = {
  // Runs before the posts, which also belong to a flood.
  'flood digest': (store) => enqueueFloodDigest(store, now, [email]),
  post(store) {
    const message = `Message ${randomUUID()}`;
    const inquiry = { ...createFakeInquiry(0), email: address, message };
    return receiveInquiry({ store, clock, destinations }, inquiry);
  },
  async delivery(store) {
    const delivery = await leaseDelivery(store, webhook, now + 1000);
    if (!delivery) throw new Error('Nothing waits');
    await loadNotification({ store, destinations, clock, officeHours }, delivery.event);
    await endLease(store, delivery, { outcome: 'skipped', skipReason: undefined });
  },
  digest(store) {
    const event = { number: Number.MAX_SAFE_INTEGER, about: '2026-11-24', at: toIso(now) };
    return readDigest({ store, destinations, officeHours }, event, now);
  },
  '/readyz': (store) => findFailedChecks(store),
};

const stdout = new PassThrough().resume();
// Not `check`, which reads the whole file to find damage.
for (const command of ['list', 'list --due']) {
  tasks[command] = ({ name }) => {
    const env = { DATA_DIR: path.dirname(name) };
    return runCli(command.split(' '), { env, settingsFrom: '', stdout, stderr: stdout, clock });
  };
}

using folder = createFolder();
for (const size of [100_000, 1_000_000, sizeOfOneAddress]) {
  const large = await openFilledStore(size);
  // Also a new store: it is slower to sync a growing log than one that is overwritten.
  const small = await openFilledStore(1000);
  for (const [task, run] of Object.entries(tasks)) {
    const measure = async (store: Store) => {
      const startedMs = performance.now();
      await run(store);
      return performance.now() - startedMs;
    };
    const isDigest = task === 'digest';
    const { value, ratio } = await compare(measure, [large, small], isDigest ? 5 : 101);
    // A digest counts all open inquiries.
    const budget = isDigest ? { atMost: 1000 } : { ratio, atMost: 1.3 };
    const stored = size === sizeOfOneAddress ? 'inquiries of one address' : 'inquiries';
    const name = `${task}, ${size.toLocaleString('en')} ${stored}`;
    measurements.push({ name, value, unit: 'ms', ...budget });
  }
  for (const store of [large, small]) await store.close();
}

/**
 * Opens a store with inquiries of the last 60 days, a quarter of them open. Half of the e-mails
 * about them were delivered; flood digests name the other inquiries.
 */
async function openFilledStore(size: number): Promise<Store> {
  const file = path.join(folder.path, randomUUID(), 'inquiries.sqlite');
  const store = await openStore({ kind: 'sqlite', file });
  await receiveInquiry(
    { store, clock: () => now - 61 * dayMs, destinations: [] },
    createFakeInquiry(0),
  );
  await store.close();
  using database = new DatabaseSync(file);
  const searchEmail =
    size === sizeOfOneAddress ? `'${address}'` : `hex(randomblob(8)) || '@example.com'`;
  database.exec(`
    pragma synchronous = off;
    pragma cache_size = -400000;
    create temporary table new_inquiries as
      with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${size})
      select inquiries.* from numbers, inquiries;
    update new_inquiries set
      id = printf('01970000-0000-7000-8000-%012x', rowid),
      received_at = strftime('%Y-%m-%dT%H:%M:%fZ', '${toIso(now)}',
        ((rowid - ${size}) * 60.0 / ${size}) || ' days'),
      search_email = ${searchEmail}, message_key = hex(randomblob(32)),
      status = iif(rowid % 4, 'declined', 'new');
    insert into inquiries select * from new_inquiries;
    insert into idempotency_keys (key, inquiry_id, fingerprint)
      select hex(randomblob(16)), id, '' from new_inquiries;
    insert into events (id, kind, inquiry_id, at)
      select kind || '-' || id, kind, id, received_at
      from new_inquiries, (select 'received' as kind union select 'acknowledgement');
    insert into deliveries
      (event, destination, state, attempts, next_attempt_at, delivered_at, redeliveries)
      select number, iif(kind = 'received', 'email', 'inquirer'), 'delivered', 1, at, at, 0
      from events where inquiry_id like '01970000%';
    update deliveries set
      state = 'void', attempts = 0, delivered_at = null, skip_reason = 'flood', digest = event / 200
      where destination = 'email' and event % 4 < 2`);
  return openStore({ kind: 'sqlite', file });
}
