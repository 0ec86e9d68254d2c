import * as fs from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { emptyIndex } from '../../../tests/fixtures/damage-store.ts';
import {
  listStoredInquiries,
  runCommand,
  toWebhook,
} from '../../../tests/fixtures/command-line.ts';
import {
  createReleasedStore,
  createStoreOf1,
  listMigrations,
  releasedInquiry,
} from '../../../tests/fixtures/released-store.ts';
import { startTestServer } from '../../../tests/fixtures/start-test-server.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import {
  modeOf,
  temporaryFile,
  temporaryFolder,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { deleteByIds } from '../../store/inquiries/delete-inquiries.ts';
import { openStore } from '../../store/store.ts';
import { readSharedValue } from '../../store/shared-values.ts';
import { backUpSqlite } from '../../store/sqlite/sqlite-copies.ts';

/** Creates a store as left by a crash, with all data in its log, and an older backup. */
async function crashedStore({ inBackup = 2, later = 3 } = {}) {
  const { store, location } = await temporaryStore({ location: temporaryFile() });
  const { file: open } = location as { file: string };
  const submit = async (count: number) => {
    for (let number = 0; number < count; number++) {
      await storeInquiry(store, { email: `person-${number}@example.com` });
    }
  };
  await submit(inBackup);
  const backup = path.join(temporaryFolder(), 'backup.sqlite');
  await backUpSqlite(open, backup, '2026-11-21T03:00:00.000Z');
  await submit(later);
  const folder = temporaryFolder();
  const file = path.join(folder, 'inquiries.sqlite');
  for (const ending of ['', '-wal', '-shm']) fs.copyFileSync(open + ending, file + ending);
  const env = { DATA_DIR: folder, ...toWebhook };
  /** Restores the backup, or a file, with these options. */
  const restore = (options: string[] = [], copy = backup, now?: number) =>
    runCommand(['restore', copy, ...options], env, now);
  const listIds = async () => (await listStoredInquiries(env)).map(({ id }) => id);
  const readLastBackup = async () => {
    const { store } = await temporaryStore({ location: { file } });
    return readSharedValue(store, 'last-backup').finally(() => store.close());
  };
  return { folder, file, backup, env, restore, listIds, readLastBackup };
}

function execute(file: string, statement: string) {
  const database = new DatabaseSync(file);
  database.exec(statement);
  database.close();
}

const filesIn = (folder: string) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => [file, fs.readFileSync(file).toString('base64')]);

const asideIn = (folder: string) =>
  path.join(folder, fs.readdirSync(folder).find((name) => name.startsWith('before-')) ?? '');

const noHash =
  'There is no backup.sqlite.sha256 beside it: compare its contents with what you expect.\n';
const deletions =
  "Of the copy's inquiries, the previous store has deleted 1 by the command on 2026-11-21. This";

describe('restore', () => {
  it('prints a dry run without --force', async () => {
    const { folder, file, restore } = await crashedStore();
    const before = filesIn(folder);
    const { exitCode, stdout, stderr } = await restore();
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/backup\.sqlite is intact: 2 inquiries, newest from 20\d\d-/);
    expect(stderr).toBe(
      noHash +
        `The copy would be restored to ${file}.\n` +
        `The previous store would be moved to ${folder}/before-restore-20261121T120000Z, with all inquiries that it has.\n` +
        'Dry run: add --force to apply it.\n',
    );
    expect(filesIn(folder)).toEqual(before);
  });

  it('refuses while a server uses the store, but shows the copy', async () => {
    const { folder, file, env, restore, listIds } = await crashedStore({ inBackup: 10 });
    await startTestServer({ DATA_DIR: folder }).url;
    const [first = '', ...others] = await listIds();
    await runCommand(['delete', '--id', first, '--force'], env);
    const names = fs.readdirSync(folder);
    const { exitCode, stdout, stderr } = await restore();
    expect(exitCode).toBe(0);
    expect(stdout).toContain('is intact: 10 inquiries');
    expect(stderr).toContain(`${deletions} would be repeated.\n`);
    const refused = await restore(['--force']);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain(
      `Nothing was restored: another process has ${file} open. [NOT_RESTORED]\n` +
        'Stop the server and other readers of the store, then run it again.\n',
    );
    expect(fs.readdirSync(folder)).toEqual(names);
    expect(await listIds()).toEqual(others);
  });

  it('needs no existing store, and creates one only with --force', async () => {
    const { backup } = await crashedStore();
    fs.chmodSync(backup, 0o644);
    const env = { DATA_DIR: path.join(temporaryFolder(), 'absent') };
    expect((await runCommand(['restore', backup], env)).exitCode).toBe(0);
    expect(fs.existsSync(env.DATA_DIR)).toBe(false);
    const { exitCode, stderr } = await runCommand(['restore', backup, '--force'], env);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('Start the server, and verify "inquiries list".\n');
    expect(stderr).not.toContain('previous store');
    expect(await listStoredInquiries(env)).toHaveLength(2);
    expect(modeOf(path.join(env.DATA_DIR, 'inquiries.sqlite'))).toBe('600');
  });

  it('replaces a crashed store without replaying its log, and keeps it restorable', async () => {
    const { folder, file, backup, restore, listIds, readLastBackup } = await crashedStore();
    const sha256 = createHash('sha256').update(fs.readFileSync(backup)).digest('hex');
    fs.writeFileSync(`${backup}.sha256`, `${sha256}  backup.sqlite\n`);
    const { exitCode, stderr } = await restore(['--force']);
    expect(exitCode).toBe(0);
    expect(stderr).not.toContain(noHash);
    expect(stderr).toContain(`The previous store was moved to ${asideIn(folder)}, with all `);
    expect(await readLastBackup()).toBe('2026-11-21T03:00:00.000Z');
    const { store } = await temporaryStore({ location: { file } });
    await storeInquiry(store);
    expect(await listIds()).toHaveLength(3);
    await store.close();
    const previous = path.join(asideIn(folder), 'inquiries.sqlite');
    expect((await restore(['--force'], previous, Date.now())).exitCode).toBe(0);
    expect(await listIds()).toHaveLength(5);
    // The previous store is no backup.
    expect(await readLastBackup()).toBeUndefined();
  });

  it('deletes again what the previous store has deleted, and tells programs', async () => {
    const { file, env, restore, listIds } = await crashedStore({ inBackup: 10, later: 0 });
    const [ada, grace] = await listStoredInquiries(env);
    const [adaId = '', ...otherIds] = await listIds();
    await runCommand(['delete', '--id', adaId, '--force'], env);

    expect((await restore(['--force'])).stderr).toContain(`${deletions} was repeated.\n`);
    expect(await listIds()).toEqual(otherIds);
    const content = fs.readFileSync(file, 'latin1');
    expect(content).not.toContain(ada?.email);
    expect(content).toContain(grace?.email);
    expect(JSON.parse((await runCommand(['deliveries', '--json'], env)).stdout)).toMatchObject([
      { kind: 'deleted', inquiryId: adaId, destination: 'webhook', state: 'waiting' },
    ]);
    // Also a second restore knows of the deletion.
    await restore(['--force'], undefined, Date.now());
    expect(await listIds()).toEqual(otherIds);
  });

  it('asks before it deletes more than a tenth again, and names when and why they were deleted', async () => {
    const { folder, file, restore, listIds } = await crashedStore({ inBackup: 9, later: 0 });
    const { store } = await temporaryStore({ location: { file } });
    const ids = await listIds();
    const expire = (time: string, expired: string[]) =>
      deleteByIds(store, expired, { destinations: [], now: Date.parse(time), reason: 'age' });
    await expire('2028-07-01T00:00:05.000Z', ids.slice(0, 5));
    await expire('2028-07-02T00:00:00.000Z', ids.slice(5));
    await store.close();
    const before = filesIn(folder);
    const deleted =
      "Of the copy's inquiries, the previous store has deleted more than a tenth, 9 by age from 2028-07-01 to 2028-07-02.";
    const choose =
      'Add "--deleted again" to delete them again, or "--deleted keep" if they were deleted by mistake.\n';
    expect((await restore()).stderr).toContain(`${deleted} ${choose}`);
    expect(await restore(['--force'])).toEqual({
      exitCode: 1,
      stdout: expect.stringContaining('is intact: 9 inquiries') as string,
      stderr: `${noHash}Nothing was restored. ${deleted} [MANY_DELETED]\n${choose}`,
    });
    expect((await restore(['--deleted', 'again'])).stderr).toContain('This would be repeated.');
    expect((await restore(['--deleted', 'keep'])).stderr).not.toContain('has deleted');
    expect(filesIn(folder)).toEqual(before);
    await restore(['--force', '--deleted', 'keep']);
    expect(await listIds()).toEqual(ids);
    const aside = path.join(asideIn(folder), 'inquiries.sqlite');
    await restore(['--force', '--deleted', 'again'], aside, Date.now());
    await restore(['--force', '--deleted', 'again'], undefined, Date.now() + 1000);
    expect(await listIds()).toEqual([]);
  });

  it('deletes again from a copy of 2.0.0, without migrating it', async () => {
    const { file: copy } = (await createReleasedStore()) as { file: string };
    const env = { DATA_DIR: temporaryFolder() };
    await runCommand(['restore', copy, '--force'], env);
    await runCommand(['migrate'], env);
    await runCommand(['delete', '--id', releasedInquiry.id, '--force'], env);
    const argv = ['restore', copy, '--force', '--deleted', 'again'];
    expect((await runCommand(argv, env)).stderr).toContain(`${deletions} was repeated.\n`);
    const file = path.join(env.DATA_DIR, 'inquiries.sqlite');
    expect((await listMigrations({ file })).at(-1)).toBe('2-01-events');
    await runCommand(['migrate'], env);
    const ids = (await listStoredInquiries(env)).map(({ id }) => id);
    expect(ids).toHaveLength(7);
    expect(ids).not.toContain(releasedInquiry.id);
  });

  it.each<[string, RegExp, (file: string) => void]>([
    [
      'is not a database',
      /The deletions of the previous store could not be read: file is not a database\. Delete again what the server logged after the backup as "An inquiry was deleted": /,
      (file) => {
        for (const ending of ['', '-wal'])
          fs.writeFileSync(file + ending, 'no database '.repeat(999));
      },
    ],
    ['is empty', /moved to/, (file) => fs.truncateSync(file, 0)],
  ])('replaces a store that %s', async (_, message, damage) => {
    const { folder, file, restore, listIds } = await crashedStore();
    damage(file);
    const { exitCode, stderr } = await restore(['--force']);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(message);
    expect(await listIds()).toHaveLength(2);
    expect(fs.readdirSync(asideIn(folder))).toHaveLength(3);
  });

  const earlier = /cannot be used: .*\[NOT_RESTORED\]\nRestore an earlier backup/s;
  const sumOf = (file: string, digits: number) =>
    fs.writeFileSync(`${file}.sha256`, `${'a'.repeat(digits)}  backup.sqlite\n`);

  it.each<[string, RegExp, (file: string) => unknown]>([
    ['has an index without its entries', earlier, emptyIndex],
    ['is another file', earlier, (file) => fs.writeFileSync(file, 'notes')],
    [
      'is the database of another program',
      /cannot be used: it is not a store of this program\. \[NOT_RESTORED\]/,
      (file) => {
        fs.rmSync(file);
        execute(file, 'create table notes (text)');
      },
    ],
    ['has a malformed SHA-256', earlier, (file) => sumOf(file, 63)],
    ['is not the one of its SHA-256', earlier, (file) => sumOf(file, 64)],
    ['is missing', /no such file or directory, stat '\S+'\. \[NOT_RESTORED\]/, fs.rmSync],
    [
      'is of a newer version',
      /used by a newer version of this program \(9999-better\)\..*\nUpgrade/,
      (file) =>
        execute(file, "insert into kysely_migration (name, timestamp) values ('9999-better', '')"),
    ],
    [
      'is of version 1',
      /those of version 1 \(0016-suspected-spam\)\..*\nStart version 2\.0\.0/,
      async (file) => fs.copyFileSync(((await createStoreOf1()) as { file: string }).file, file),
    ],
  ])('refuses a copy that %s', async (_, message, damage) => {
    const { folder, backup, restore } = await crashedStore();
    await damage(backup);
    const before = filesIn(folder);
    const { exitCode, stderr } = await restore(['--force']);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(message);
    expect(filesIn(folder)).toEqual(before);
  });
});

describe('opening a store', () => {
  it('refuses a backup next to the log of another store', async () => {
    const { file, backup } = await crashedStore();
    fs.copyFileSync(backup, file);
    await expect(openStore({ file })).rejects.toMatchObject({
      message: expect.stringContaining(`${file}-wal belongs to another file`) as string,
      fix: 'Run "inquiries restore FILE" with the last backup.',
    });
  });

  it('refuses a log without its database', async () => {
    const { folder, file } = await crashedStore();
    fs.rmSync(file);
    const before = filesIn(folder);
    await expect(openStore({ file })).rejects.toThrow('is missing, but its newest changes are in');
    expect(filesIn(folder)).toEqual(before);
  });
});
