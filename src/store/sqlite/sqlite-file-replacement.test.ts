import { copyFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import {
  foreignFolder,
  temporaryFile,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { submitInquiry } from '../../receive-inquiry/receive-inquiry.ts';
import { listInquiries } from '../inquiries/list-inquiries.ts';
import { openStore } from '../open-store.ts';
import { getStoreFix } from '../store-advice.ts';
import { StoreUnavailable } from '../store-errors.ts';
import type { Store } from '../store.ts';
import { backUpSqlite } from './sqlite-maintenance.ts';

const submitTo = (store: Store) => submitInquiry({ store, clock: Date.now }, sampleInquiry);

it('a store of another user is reported with the remedy', async () => {
  const location = temporaryFile();
  const foreign = foreignFolder();
  symlinkSync(foreign, location.file);
  await expect(openStore(location)).rejects.toMatchObject({
    fix: expect.stringMatching(
      new RegExp(`${location.file} belongs to .*, and this runs as .*"chown `),
    ) as string,
  });
});

it('a damaged store is reported as damaged, although another user owns one of its files', async () => {
  const location = temporaryFile();
  writeFileSync(location.file, 'not a database '.repeat(100));
  symlinkSync(foreignFolder(), `${location.file}-shm`);
  const error = await openStore(location).catch((error: unknown) => error);
  expect(getStoreFix(error, 'sqlite')).toMatch(/run "inquiries restore FILE" with the last backup/);
});

describe('a store whose file is removed or replaced while in use', () => {
  for (const ending of ['', '-wal', '-shm']) {
    it(`refuses writes until ${ending || 'the file'} is put back`, async () => {
      const { store, location } = await temporaryStore({ location: temporaryFile() });
      const { file } = location as { file: string };
      await submitTo(store);
      renameSync(file + ending, `${file}.moved`);
      await expect(submitTo(store)).rejects.toThrow(StoreUnavailable);
      renameSync(`${file}.moved`, file + ending);
      await expect(submitTo(store)).resolves.toMatchObject({ outcome: 'stored' });
      expect(await listInquiries(store)).toHaveLength(2);
    });
  }

  it('refuses writes if another file replaced it', async () => {
    const { store, location } = await temporaryStore({ location: temporaryFile() });
    const { file } = location as { file: string };
    await submitTo(store);
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
    await expect(submitTo(store)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('run "inquiries restore FILE"') as string },
    });
  });

  it('refuses writes after a backup was copied over it', async () => {
    const { store, location } = await temporaryStore({ location: temporaryFile() });
    const { file } = location as { file: string };
    await submitTo(store);
    await backUpSqlite(file, `${file}.copy`);
    copyFileSync(`${file}.copy`, file);
    await expect(submitTo(store)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('A backup was copied over') as string },
    });
  });

  it('does not acknowledge a transaction during which it was removed', async () => {
    const { store, location } = await temporaryStore({ location: temporaryFile() });
    const { file } = location as { file: string };
    const submission = store.db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('idempotencyKeys').execute();
      rmSync(file);
    });
    await expect(submission).rejects.toThrow(StoreUnavailable);
  });
});
