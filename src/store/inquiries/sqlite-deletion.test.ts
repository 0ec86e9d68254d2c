import { existsSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryFile, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import { startRetention } from '../../retention/retention-job.ts';
import { openStore } from '../open-store.ts';
import type { Store } from '../store.ts';
import { deleteInquiries } from './delete-inquiries.ts';
import { updateStatus } from './update-status.ts';

const submit = (store: Store, changes: Partial<Inquiry>) =>
  storeInquiry(store, changes, { key: { kind: 'content' } });

describe('deleteInquiries', () => {
  it('leaves nothing in the files while another process has the store open', async () => {
    const location = temporaryFile();
    const { store } = await temporaryStore({ location });
    const server = await openStore(location);
    const names = Array.from({ length: 30 }, (_, index) => `Person ${index}`);
    await Promise.all(names.map((firstName) => submit(server, { firstName })));
    const id = await submit(server, {
      firstName: 'Xyzzy',
      email: 'xyzzy@one.example',
      company: 'Xyzzy Works',
      message: 'xyzzy '.repeat(800),
    });
    const note = 'xyzzy-note';
    await updateStatus({ store: server, clock: Date.now }, id, { status: 'spam', note });
    expect(contentOf(location.file)).toContain('xyzzy');

    expect(await deleteInquiries(store, [id])).toEqual({ count: 1, isCheckpointed: true });
    expect(contentOf(location.file).toLowerCase()).not.toContain('xyzzy');
    await server.close();
  });
});

describe('the retention job', () => {
  const monthsLater = () => Date.now() + 62 * 24 * 60 * 60 * 1000;

  /** Creates a store with an expired inquiry of Xyzzy, which `start` deletes. */
  async function setUp() {
    const location = temporaryFile();
    const { store } = await temporaryStore({ location, lockWaitMs: 0 });
    await submit(store, { firstName: 'Xyzzy' });
    const { log, text } = createRecordedLog();
    const start = (clock = monthsLater) => {
      const loop = startRetention({ store, clock, timeZone: 'America/New_York', months: 1, log });
      onTestFinished(() => loop.stop());
      return loop;
    };
    const openReader = async () => {
      const reader = await openStore(location);
      const reading = reader.db.selectFrom('inquiries').select('id').stream();
      await reading.next();
      return async () => {
        await reading.return?.();
        await reader.close();
      };
    };
    return { store, start, openReader, logged: text, content: () => contentOf(location.file) };
  }

  it('clears the files once a reader no longer keeps old pages in use', async () => {
    const { start, openReader, logged, content } = await setUp();
    const closeReader = await openReader();
    const { wake } = start();
    await expect
      .poll(logged)
      .toContain('stay in the database files while another process reads them');
    expect(content()).toContain('Xyzzy');
    await closeReader();
    wake();
    await expect.poll(content).not.toContain('Xyzzy');
    await expect.poll(logged).toContain('Deleted inquiries are cleared from the database files');
    expect(logged().match(/stay in the database files/g)).toHaveLength(1);
  });

  it('clears the files even if a deletion fails', async () => {
    const { store, start, logged, content } = await setUp();
    await store.db.schema.alterTable('inquiryEvents').renameTo('elsewhere').execute();
    start();
    await expect.poll(logged).toContain('Expired inquiries could not be deleted');
    await expect.poll(content).not.toContain('Xyzzy');
  });

  it('clears the files of data that others deleted at start', async () => {
    const { store, start, openReader, logged, content } = await setUp();
    const closeReader = await openReader();
    await store.db.deleteFrom('inquiries').execute();
    await closeReader();
    expect(content()).toContain('Xyzzy');
    start(Date.now);
    await expect.poll(content).not.toContain('Xyzzy');
    expect(logged()).toBe('');
  });

  it('clears the files between the transactions of others', async () => {
    const { store, start, logged, content } = await setUp();
    const stopping = new AbortController();
    const writing = keepWriting(store, stopping.signal);
    onTestFinished(() => {
      stopping.abort();
      return writing;
    });
    start();
    await expect.poll(content).not.toContain('Xyzzy');
    expect(logged()).not.toContain('"level":50');
  });
});

async function keepWriting({ db }: Store, stopped: AbortSignal) {
  while (!stopped.aborted) {
    await db.transaction().execute(async (transaction) => {
      await transaction.insertInto('secrets').values({ name: 'busy', value: '' }).execute();
      await setImmediate();
      await transaction.deleteFrom('secrets').where('name', '=', 'busy').execute();
    });
  }
}

const contentOf = (file: string) =>
  [file, `${file}-wal`]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'latin1'))
    .join('');
