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
import { openStore } from '../store.ts';

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

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
    const { rows } = await sql`
      select * from pragma_journal_mode, pragma_synchronous, pragma_foreign_keys, pragma_busy_timeout
    `.execute(store.db);
    expect(rows).toEqual([{ journalMode: 'wal', synchronous: 2, foreignKeys: 1, timeout: 0 }]);
  });

  it('reports the file and the reason', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'text.sqlite');
    writeFileSync(file, 'This is no database at all. '.repeat(100));
    await expect(openStore({ file })).rejects.toThrow(`${file}: file is not a database`);
    await expect(openStore({ file: folder })).rejects.toThrow(`${folder}: `);
    for (const wrong of [file, folder, path.join(file, 'x.sqlite')])
      await expect(openStore({ file: wrong }), wrong).rejects.toThrow(StoreUnavailable);
  });
});
