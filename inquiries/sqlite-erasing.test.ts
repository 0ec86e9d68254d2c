import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Inquiry } from './inquiry.ts';
import { sampleInquiry } from '../test/sample-inquiry.ts';
import { temporaryFile, temporaryStore } from '../test/temporary-store.ts';
import { eraseInquiries } from './erase-inquiries.ts';
import { markInquiry } from './mark-inquiry.ts';
import { openStore, type Store } from './store.ts';
import { submitInquiry } from './submit-inquiry.ts';

async function submit(store: Store, changes: Partial<Inquiry>) {
  const inquiry = { ...sampleInquiry, ...changes };
  const stored = await submitInquiry({ store, clock: Date.now }, inquiry, { kind: 'content' });
  if (stored.outcome !== 'stored') throw new Error('not stored');
  return stored.id;
}

describe('eraseInquiries', () => {
  it('leaves nothing in the files, while another process has the store open', async () => {
    const location = temporaryFile();
    const { store } = await temporaryStore({ location });
    const server = await openStore(location);
    for (let i = 0; i < 30; i++) await submit(server, { firstName: `Person ${i}` });
    const id = await submit(server, {
      firstName: 'Xyzzy',
      email: 'xyzzy@one.example',
      company: 'Xyzzy Works',
      message: 'xyzzy '.repeat(800),
    });
    const note = 'xyzzy-note';
    await markInquiry({ store: server, clock: Date.now }, id, { status: 'spam', note });
    expect(contentOf(location.file)).toContain('xyzzy');

    expect(await eraseInquiries(store, [id])).toEqual({ count: 1, isScrubbed: true });
    expect(contentOf(location.file).toLowerCase()).not.toContain('xyzzy');
    await server.close();
  });

  it('says whether a reader kept the old pages in use', async () => {
    const location = temporaryFile();
    const { store } = await temporaryStore({ location, lockWaitMs: 100 });
    const ids = [await submit(store, {}), await submit(store, { firstName: 'Grace' })];
    const reader = await openStore(location);
    const reading = reader.db.selectFrom('inquiries').select('id').stream();
    await reading.next();
    expect(await eraseInquiries(store, ids)).toEqual({ count: 2, isScrubbed: false });
    await reading.return?.();
    await reader.close();
  });
});

const contentOf = (file: string) =>
  [file, `${file}-wal`]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'latin1'))
    .join('');
