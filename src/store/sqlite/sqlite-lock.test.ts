import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { email } from '../../../tests/fixtures/destinations.ts';
import { lockStore } from '../../../tests/fixtures/lock-store.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { temporaryFile, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { receiveInquiry } from '../../receive-inquiry/receive-inquiry.ts';
import { countUndelivered } from '../outbox/count-undelivered.ts';

/** Long enough for a busy machine to respond within a fraction of it. */
const lockWaitMs = 1000;
/**
 * Number of waits within which even a busy machine refuses a write. Thirty writes in turn would
 * need thirty.
 */
const maxWaits = 5;

/** Locks a new store as another process would. Calls record when they end, in units of the wait. */
async function setUp() {
  const location = temporaryFile();
  const { store } = await temporaryStore({ location, lockWaitMs });
  let unlock = await lockStore(location);
  let posts = 0;
  const ended = async (work: Promise<unknown>) => {
    const startedMs = performance.now();
    const outcome = await work.then(
      () => 'stored',
      () => 'refused',
    );
    return { outcome, waits: (performance.now() - startedMs) / lockWaitMs };
  };
  return {
    location,
    store,
    // Posts another inquiry each time: a repeat would wait for the first.
    post: () => {
      posts += 1;
      const inquiry = { ...sampleInquiry, role: `Number ${posts}` };
      return ended(receiveInquiry({ store, clock: Date.now, destinations: [] }, inquiry));
    },
    transact: () =>
      ended(store.db.transaction().execute((t) => t.selectFrom('events').selectAll().execute())),
    write: () => ended(store.db.deleteFrom('secrets').where('name', '=', 'none').execute()),
    unlock: () => unlock(),
    lock: async () => void (unlock = await lockStore(location)),
  };
}

type Writer = 'post' | 'transact' | 'write';
const writers: Writer[] = ['post', 'transact', 'write'];

it('those that queue behind a lock are refused after their own wait, however many', async () => {
  const store = await setUp();
  const writing = writers.flatMap((writer) => Array.from({ length: 10 }, store[writer]));
  for (const { outcome, waits } of await Promise.all(writing)) {
    expect(outcome).toBe('refused');
    expect(waits).toBeGreaterThan(0.95);
    expect(waits).toBeLessThan(maxWaits);
  }
  await store.unlock();
});

it.each(writers)('a %s is not refused because an earlier one waited for longer', async (writer) => {
  const store = await setUp();
  const earlier = [store.post(), store.transact(), store.write()];
  await sleep(lockWaitMs * 0.6);
  const later = store[writer]();
  const refused = await Promise.all(earlier);
  await store.unlock();
  expect(refused.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused']);
  expect((await later).outcome).toBe('stored');
});

it.each(writers)('after a time-out, a %s waits for the end of the next lock', async (writer) => {
  const store = await setUp();
  expect((await store.post()).outcome).toBe('refused');
  await store.unlock();
  await store.lock();
  const written = store[writer]();
  await sleep(lockWaitMs * 0.5);
  await store.unlock();
  expect((await written).outcome).toBe('stored');
});

it('all that wait are stored in their order when the holder is killed', async () => {
  const { unlock, location, ...store } = await setUp();
  await unlock();
  const holder = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { DatabaseSync } from 'node:sqlite';
    const database = new DatabaseSync(${JSON.stringify(location.file)});
    database.exec('begin immediate; insert into secrets values (1, 2)');
    console.log('locked');
    setInterval(() => {}, 1000);`,
  ]);
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  const order: number[] = [];
  const writing = [store.transact, store.post, store.write].map(async (write, index) => {
    const { outcome } = await write();
    order.push(index);
    return outcome;
  });
  await sleep(50);
  holder.kill('SIGKILL');
  expect(await Promise.all(writing)).toEqual(['stored', 'stored', 'stored']);
  expect(order[0]).toBe(0);
});

it('reads do not wait for a write that waits, and see what was committed', async () => {
  const { store, post, unlock } = await setUp();
  let isWaiting = true;
  const posted = post().finally(() => (isWaiting = false));
  // Wait until its first attempt has failed.
  await sleep(lockWaitMs * 0.1);
  expect(await countUndelivered(store, [email], Date.now())).toEqual([]);
  expect(await store.db.selectFrom('inquiries').select('id').execute()).toEqual([]);
  expect(isWaiting).toBe(true);
  await unlock();
  await posted;
  expect(await store.db.selectFrom('inquiries').select('id').execute()).toHaveLength(1);
});

it('reads do not see what a transaction has not committed', async () => {
  const { store, unlock } = await setUp();
  await unlock();
  const secrets = () => store.db.selectFrom('secrets').select('name').execute();
  const before = await secrets();
  await store.db.transaction().execute(async (transaction) => {
    await transaction.insertInto('secrets').values({ name: 'a', value: '' }).execute();
    expect(await secrets()).toEqual(before);
  });
  expect(await secrets()).toHaveLength(before.length + 1);
});
