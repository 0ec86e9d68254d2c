import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import {
  temporaryFile,
  temporaryFolder,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { StoreUnavailable } from '../store-errors.ts';
import { openStore, type Store } from '../store.ts';

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
    await storeInquiry(store);
    expect(modeOf(folder)).toBe('700');
    expect(modeOf(file)).toBe('600');
    expect(modeOf(`${file}-wal`)).toBe('600');
  });

  it('keeps the permissions of an existing store', async () => {
    const { file } = temporaryFile();
    writeFileSync(file, '', { mode: 0o640 });
    await temporaryStore({ location: { file } });
    expect(modeOf(file)).toBe('640');
  });

  it("syncs every commit and disables SQLite's busy timeout", async () => {
    const { store } = await temporaryStore({ location: temporaryFile() });
    expect(await pragma(store, 'journal_mode')).toBe('wal');
    expect(await pragma(store, 'synchronous')).toBe(2);
    expect(await pragma(store, 'foreign_keys')).toBe(1);
    expect(await pragma(store, 'busy_timeout')).toBe(0);
  });

  it('reports the file and the reason', async () => {
    const folder = temporaryFolder();
    const isFolder = openStore({ file: folder });
    await expect(isFolder).rejects.toThrow(StoreUnavailable);
    await expect(isFolder).rejects.toThrow(`${folder}: `);

    const file = path.join(folder, 'text.sqlite');
    writeFileSync(file, 'This is no database at all. '.repeat(100));
    await expect(openStore({ file })).rejects.toThrow(`${file}: file is not a database`);
  });

  it('fails if the folder cannot be created', async () => {
    const { file } = temporaryFile();
    writeFileSync(file, '');
    await expect(openStore({ file: path.join(file, 'x.sqlite') })).rejects.toThrow(
      StoreUnavailable,
    );
  });
});
