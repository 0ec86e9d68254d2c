import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import {
  modeOf,
  temporaryFile,
  temporaryFolder,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { openStore } from '../open-store.ts';
import { StoreUnavailable } from '../store-errors.ts';

it('creates a folder and files that only this user can read', async () => {
  const folder = path.join(temporaryFolder(), 'deep', 'data');
  const file = path.join(folder, 'inquiries.sqlite');
  const { store } = await temporaryStore({ location: { kind: 'sqlite', file } });
  await storeInquiry(store);
  expect(modeOf(folder)).toBe('700');
  expect(modeOf(file)).toBe('600');
  expect(modeOf(`${file}-wal`)).toBe('600');
});

it('keeps the permissions of an existing store', async () => {
  const { file } = temporaryFile();
  writeFileSync(file, '', { mode: 0o640 });
  await temporaryStore({ location: { kind: 'sqlite', file } });
  expect(modeOf(file)).toBe('640');
});

it("syncs every commit and disables SQLite's busy timeout", async () => {
  const { store } = await temporaryStore({ location: temporaryFile() });
  // Read from the connection that writes: a query would use the other one.
  const read = async (name: string) => {
    const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(store.db);
    return Object.values(rows[0] ?? {});
  };
  const names = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'];
  expect((await Promise.all(names.map(read))).flat()).toEqual(['wal', 2, 1, 0]);
});

it('lets a view of another program call nothing that is unsafe', async () => {
  const { store } = await temporaryStore({ location: temporaryFile() });
  await sql`create view pages as select name from dbstat`.execute(store.db);
  const refusal = 'unsafe use of virtual table "dbstat"';
  const read = sql`select name from pages`;
  await expect(read.execute(store.db)).rejects.toThrow(refusal);
  const writing = store.db.transaction().execute((transaction) => read.execute(transaction));
  await expect(writing).rejects.toThrow(refusal);
});

it('reports the file and the reason', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'text.sqlite');
  writeFileSync(file, 'This is no database at all. '.repeat(100));
  await expect(openStore({ kind: 'sqlite', file })).rejects.toThrow(
    `${file}: file is not a database`,
  );
  await expect(openStore({ kind: 'sqlite', file: folder })).rejects.toThrow(`${folder}: `);
  for (const wrong of [file, folder, path.join(file, 'x.sqlite')])
    await expect(openStore({ kind: 'sqlite', file: wrong }), wrong).rejects.toThrow(
      StoreUnavailable,
    );
});
