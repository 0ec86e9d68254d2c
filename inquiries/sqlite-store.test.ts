import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { sampleInquiry } from '../test/sample-inquiry.ts';
import { temporaryFile, temporaryFolder, temporaryStore } from '../test/temporary-store.ts';
import { listInquiries } from './list-inquiries.ts';
import { StoreUnavailable } from './store-unavailable.ts';
import { openStore, type Store } from './store.ts';
import { submitInquiry } from './submit-inquiry.ts';

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

async function pragma({ db }: Store, name: string) {
  const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db);
  return Object.values(rows[0] ?? {})[0];
}

describe('openStore', () => {
  it('creates a folder and files that only this user can read', async () => {
    const folder = path.join(temporaryFolder(), 'deep', 'data');
    const file = path.join(folder, 'inquiries.sqlite');
    const { store } = await temporaryStore({ location: { file } });
    await submitInquiry({ store, clock: Date.now }, sampleInquiry);
    expect(modeOf(folder)).toBe('700');
    expect(modeOf(file)).toBe('600');
    expect(modeOf(`${file}-wal`)).toBe('600');
  });

  it('leaves the permissions of a store that exists alone', async () => {
    const { file } = temporaryFile();
    writeFileSync(file, '', { mode: 0o640 });
    await temporaryStore({ location: { file } });
    expect(modeOf(file)).toBe('640');
  });

  it('syncs every commit to disk, and leaves the waiting for locks to the dialect', async () => {
    const { store } = await temporaryStore({ location: temporaryFile() });
    expect(await pragma(store, 'journal_mode')).toBe('wal');
    expect(await pragma(store, 'synchronous')).toBe(2);
    expect(await pragma(store, 'foreign_keys')).toBe(1);
    expect(await pragma(store, 'busy_timeout')).toBe(0);
  });

  it('says which file could not be opened, and why', async () => {
    const folder = temporaryFolder();
    const isFolder = openStore({ file: folder });
    await expect(isFolder).rejects.toThrow(StoreUnavailable);
    await expect(isFolder).rejects.toThrow(`${folder}: `);

    const file = path.join(folder, 'text.sqlite');
    writeFileSync(file, 'This is no database at all. '.repeat(100));
    await expect(openStore({ file })).rejects.toThrow(`${file}: file is not a database`);
  });

  it('refuses a folder that it may not create', async () => {
    const { file } = temporaryFile();
    writeFileSync(file, '');
    await expect(openStore({ file: path.join(file, 'x.sqlite') })).rejects.toThrow(
      StoreUnavailable,
    );
  });
});

describe('several processes on one store', () => {
  it('do not wait for each other longer than they are told, nor block meanwhile', async () => {
    const location = temporaryFile();
    const { store } = await temporaryStore({ location, lockWaitMs: 500 });
    const other = new DatabaseSync(location.file);
    other.exec('begin immediate');

    let lastTick = performance.now();
    let longestBlockMs = 0;
    const ticking = setInterval(() => {
      longestBlockMs = Math.max(longestBlockMs, performance.now() - lastTick);
      lastTick = performance.now();
    }, 10);
    const start = performance.now();
    const submit = () => submitInquiry({ store, clock: Date.now }, sampleInquiry);
    const attempts = await Promise.allSettled(Array.from({ length: 50 }, submit));
    clearInterval(ticking);

    expect(attempts.every(({ status }) => status === 'rejected')).toBe(true);
    expect(performance.now() - start).toBeLessThan(1400);
    expect(longestBlockMs).toBeLessThan(400);

    other.exec('rollback');
    other.close();
    await expect(submit()).resolves.toMatchObject({ outcome: 'stored' });
  });

  it('go on as soon as the lock is free', async () => {
    const location = temporaryFile();
    const { store } = await temporaryStore({ location });
    const other = new DatabaseSync(location.file);
    other.exec('begin immediate');
    const submission = submitInquiry({ store, clock: Date.now }, sampleInquiry);
    setTimeout(() => other.exec('commit'), 100);
    await expect(submission).resolves.toMatchObject({ outcome: 'stored' });
    other.close();
  });
});

describe('a full disk', () => {
  it('makes the store unavailable until there is room again', async () => {
    const { store } = await temporaryStore({ location: temporaryFile() });
    const big = { ...sampleInquiry, message: 'x'.repeat(5000) };
    const submit = () => submitInquiry({ store, clock: Date.now }, big);
    await sql`pragma max_page_count = 1`.execute(store.db);
    const attempts = await Promise.allSettled([submit(), submit(), submit(), submit()]);
    const stored = attempts.filter(({ status }) => status === 'fulfilled').length;
    expect(attempts.at(-1)).toMatchObject({ reason: expect.any(StoreUnavailable) });
    expect(await listInquiries(store)).toHaveLength(stored);

    await sql`pragma max_page_count = 100000`.execute(store.db);
    await expect(submit()).resolves.toMatchObject({ outcome: 'stored' });
  });
});
