import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { sampleInquiry } from '../test/sample-inquiry.ts';
import { temporaryFolder, temporaryStore } from '../test/temporary-store.ts';
import { companySizes, maxLengths, personas, timelines } from './inquiry.ts';
import { isConstraintViolation } from './sqlite-dialect.ts';
import { StoreUnavailable } from './store-unavailable.ts';
import { openStore, type Store } from './store.ts';
import { submitInquiry } from './submit-inquiry.ts';
import type { Tables } from './tables.ts';

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

async function pragma({ db }: Store, name: string) {
  const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db);
  return Object.values(rows[0] ?? {})[0];
}

const row: Tables['inquiries'] = {
  id: '01a1fd11-5a89-78ff-b898-08a7c7dde223',
  receivedAt: '2026-11-21T07:45:35.369Z',
  status: 'new',
  ...sampleInquiry,
};

describe('openStore', () => {
  it('creates a folder and files that only this user can read', async () => {
    const folder = path.join(temporaryFolder(), 'deep', 'data');
    const { store, file } = await temporaryStore({ file: path.join(folder, 'inquiries.sqlite') });
    await store.db.insertInto('inquiries').values(row).execute();
    expect(modeOf(folder)).toBe('700');
    expect(modeOf(file)).toBe('600');
    expect(modeOf(`${file}-wal`)).toBe('600');
  });

  it('leaves the permissions of a store that exists alone', async () => {
    const file = path.join(temporaryFolder(), 'inquiries.sqlite');
    writeFileSync(file, '', { mode: 0o640 });
    await temporaryStore({ file });
    expect(modeOf(file)).toBe('640');
  });

  it('syncs every commit to disk, and leaves the waiting for locks to the dialect', async () => {
    const { store } = await temporaryStore();
    expect(await pragma(store, 'journal_mode')).toBe('wal');
    expect(await pragma(store, 'synchronous')).toBe(2);
    expect(await pragma(store, 'foreign_keys')).toBe(1);
    expect(await pragma(store, 'busy_timeout')).toBe(0);
  });

  it('keeps its inquiries and its secret when it is opened again', async () => {
    const { store, file } = await temporaryStore();
    await store.db.insertInto('inquiries').values(row).execute();
    const again = await openStore({ file });
    expect(await again.db.selectFrom('inquiries').select('id').execute()).toEqual([{ id: row.id }]);
    expect(again.hashKey).toEqual(store.hashKey);
    expect(again.hashKey).toHaveLength(32);
    await again.close();
  });

  it('gives every store a secret of its own', async () => {
    const { store } = await temporaryStore();
    const { store: other } = await temporaryStore();
    expect(other.hashKey).not.toEqual(store.hashKey);
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
    const file = path.join(temporaryFolder(), 'a-file');
    writeFileSync(file, '');
    await expect(openStore({ file: path.join(file, 'x.sqlite') })).rejects.toThrow(
      StoreUnavailable,
    );
  });
});

describe('the tables', () => {
  const insert = async (changes: object) => {
    const { store } = await temporaryStore();
    return store.db
      .insertInto('inquiries')
      .values({ ...row, ...changes })
      .execute();
  };

  it('hold every choice and the longest texts of the schema', async () => {
    const { store } = await temporaryStore();
    const longest = Object.fromEntries(
      Object.entries(maxLengths).map(([field, length]) => [field, 'x'.repeat(length)]),
    );
    const everyChoice = [
      ...Object.keys(personas).map((persona) => ({ persona, ...withoutFunding })),
      ...Object.keys(companySizes).map((companySize) => ({ companySize })),
      ...Object.keys(timelines).map((timeline) => ({ timeline })),
      longest,
    ];
    const rows = everyChoice.map((changes, index) => ({
      ...row,
      ...changes,
      id: row.id.slice(0, 34) + String(index).padStart(2, '0'),
    }));
    await store.db
      .insertInto('inquiries')
      .values(rows as (typeof row)[])
      .execute();
    expect(await store.db.selectFrom('inquiries').selectAll().execute()).toHaveLength(rows.length);
  });

  it('refuse what the schema refuses', async () => {
    await expect(insert({ persona: 'pirate' })).rejects.toSatisfy(isConstraintViolation);
    await expect(insert({ companySize: '12' })).rejects.toSatisfy(isConstraintViolation);
    await expect(insert({ timeline: 'soon' })).rejects.toSatisfy(isConstraintViolation);
    await expect(insert({ status: 'lost' })).rejects.toSatisfy(isConstraintViolation);
    await expect(insert({ firstName: '' })).rejects.toSatisfy(isConstraintViolation);
    await expect(insert({ company: 'x'.repeat(201) })).rejects.toSatisfy(isConstraintViolation);
    await expect(insert({ message: 'too short' })).rejects.toSatisfy(isConstraintViolation);
    await expect(insert({ message: null })).rejects.toSatisfy(isConstraintViolation);
    await expect(insert({ persona: 'other' })).rejects.toSatisfy(isConstraintViolation);
  });
});

describe('several processes on one store', () => {
  it('start at once, and lose nothing of what they write at once', async () => {
    const file = path.join(temporaryFolder(), 'data', 'inquiries.sqlite');
    const writers = [1, 2, 3].map(() => spawnWriter(file, 40));
    expect(await Promise.all(writers)).toEqual([0, 0, 0]);

    const { store } = await temporaryStore({ file });
    const inquiries = await store.db.selectFrom('inquiries').select('id').execute();
    expect(inquiries).toHaveLength(120);
    expect(await store.db.selectFrom('secrets').selectAll().execute()).toHaveLength(1);
  });

  it('do not wait for each other longer than they are told, nor block meanwhile', async () => {
    const { store, file } = await temporaryStore({ lockWaitMs: 500 });
    const other = new DatabaseSync(file);
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
    const { store, file } = await temporaryStore();
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    const submission = submitInquiry({ store, clock: Date.now }, sampleInquiry);
    setTimeout(() => other.exec('commit'), 100);
    await expect(submission).resolves.toMatchObject({ outcome: 'stored' });
    other.close();
  });
});

const withoutFunding = { fundingStage: null, investmentAmount: null };

/** Opens the store in a process of its own, stores so many inquiries, resolves to the exit code. */
async function spawnWriter(file: string, count: number) {
  const program = `
    import { openStore } from ${JSON.stringify(import.meta.resolve('./store.ts'))};
    import { submitInquiry } from ${JSON.stringify(import.meta.resolve('./submit-inquiry.ts'))};
    const store = await openStore(${JSON.stringify({ file })});
    for (let i = 0; i < ${count}; i++) {
      await submitInquiry({ store, clock: Date.now }, ${JSON.stringify(sampleInquiry)});
    }
    await store.close();`;
  const writer = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(writer, 'exit');
  return code as number;
}
