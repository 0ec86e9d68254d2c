import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { emptyIndex } from '../../../tests/fixtures/damage-store.ts';
import { listStoredInquiries, runCommand as run } from '../../../tests/fixtures/command-line.ts';
import {
  createReleasedStore,
  createStoreOf1,
  listMigrations,
  releasedInquiry,
} from '../../../tests/fixtures/released-store.ts';
import { startTestServer } from '../../../tests/fixtures/start-test-server.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import {
  temporaryFile,
  temporaryFolder,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { deleteByIds } from '../../store/inquiries/delete-inquiries.ts';
import { openStore } from '../../store/store.ts';
import { readSharedValue } from '../../store/shared-values.ts';
import { backUpSqlite } from '../../store/sqlite/sqlite-copies.ts';

const webhook = {
  WEBHOOK_URL: 'https://hooks.example/',
  WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
};

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
  for (const ending of ['', '-wal', '-shm']) copyFileSync(open + ending, file + ending);
  return { folder, file, backup, env: { DATA_DIR: folder } };
}

function execute(file: string, statement: string) {
  const database = new DatabaseSync(file);
  database.exec(statement);
  database.close();
}

const filesIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [file, readFileSync(file).toString('base64')]),
  );

const asideIn = (folder: string) =>
  path.join(folder, readdirSync(folder).find((name) => name.startsWith('before-restore')) ?? '');

describe('restore', () => {
  it('prints a dry run without --force', async () => {
    const { folder, file, backup, env } = await crashedStore();
    const before = filesIn(folder);
    const { exitCode, stdout, stderr } = await run(['restore', backup], env);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/backup\.sqlite is intact: 2 inquiries, newest from 20\d\d-/);
    expect(stderr).toBe(
      'There is no backup.sqlite.sha256 beside it: compare its contents with what you expect.\n' +
        `The copy would be restored to ${file}.\n` +
        `The previous store would be moved to ${folder}/before-restore-20261121T120000Z, with all inquiries that it has.\n` +
        'Dry run: add --force to apply it.\n',
    );
    expect(filesIn(folder)).toEqual(before);
  });

  it('shows a copy beside a running server, and creates nothing', async () => {
    const { folder, backup, env } = await crashedStore({ inBackup: 10 });
    await startTestServer(env).url;
    const [first] = await listStoredInquiries(env);
    await run(['delete', '--id', first?.id ?? '', '--force'], env);
    const names = readdirSync(folder);
    const { exitCode, stdout, stderr } = await run(['restore', backup], env);
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: expect.stringContaining('is intact: 10 inquiries') as string,
    });
    expect(stderr).toContain('of its inquiries: 1 by the command on 2026-11-21.\n');
    expect(readdirSync(folder)).toEqual(names);

    const absent = path.join(temporaryFolder(), 'absent');
    expect((await run(['restore', backup], { DATA_DIR: absent })).exitCode).toBe(0);
    expect(existsSync(absent)).toBe(false);
  });

  it('names no previous store if there was none', async () => {
    const { backup } = await crashedStore();
    const env = { DATA_DIR: path.join(temporaryFolder(), 'absent') };
    const { exitCode, stderr } = await run(['restore', backup, '--force'], env);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('Start the server, and verify "inquiries list".\n');
    expect(stderr).not.toContain('previous store');
  });

  it('replaces a crashed store without replaying its log, and keeps it restorable', async () => {
    const { folder, file, backup, env } = await crashedStore();
    const sha256 = createHash('sha256').update(readFileSync(backup)).digest('hex');
    writeFileSync(`${backup}.sha256`, `${sha256}  backup.sqlite\n`);
    const { exitCode, stderr } = await run(['restore', backup, '--force'], env);
    expect(exitCode).toBe(0);
    expect(stderr).not.toContain('There is no backup.sqlite.sha256');
    expect(stderr).toContain(`The previous store was moved to ${asideIn(folder)}, with all `);
    const { store } = await temporaryStore({ location: { file } });
    await storeInquiry(store);
    expect(await listStoredInquiries(env)).toHaveLength(3);
    await store.close();
    const before = path.join(asideIn(folder), 'inquiries.sqlite');
    expect((await run(['restore', before, '--force'], env, Date.now())).exitCode).toBe(0);
    expect(await listStoredInquiries(env)).toHaveLength(5);
  });

  it('deletes again what the previous store has deleted, and tells programs', async () => {
    const { folder, backup, env: location } = await crashedStore({ inBackup: 10, later: 0 });
    const env = { ...location, ...webhook };
    const [ada, ...others] = await listStoredInquiries(env);
    const otherIds = others.map(({ id }) => id);
    await run(['delete', '--id', ada?.id ?? '', '--force'], env);

    const dryRun = await run(['restore', backup], env);
    const again =
      'Deleted again, as in the previous store, of its inquiries: 1 by the command on 2026-11-21.\n';
    expect(dryRun.stderr).toContain(again);
    const { stdout, stderr } = await run(['restore', backup, '--force'], env);
    expect(stdout).toContain('is intact: 10 inquiries');
    expect(stderr).toContain(again);
    expect((await listStoredInquiries(env)).map(({ id }) => id)).toEqual(otherIds);
    const content = readFileSync(path.join(folder, 'inquiries.sqlite'), 'latin1');
    expect(content.includes(ada?.email ?? '')).toBe(false);
    expect(content.includes(others[0]?.email ?? '')).toBe(true);
    expect(JSON.parse((await run(['deliveries', '--json'], env)).stdout)).toMatchObject([
      { kind: 'deleted', inquiryId: ada?.id, destination: 'webhook', state: 'waiting' },
    ]);
    // Also a second restore knows of the deletion.
    await run(['restore', backup, '--force'], env, Date.now());
    expect((await listStoredInquiries(env)).map(({ id }) => id)).toEqual(otherIds);
  });

  it('asks before it deletes more than a tenth again, and names when and why they were deleted', async () => {
    const { folder, backup, env } = await crashedStore({ inBackup: 9, later: 0 });
    const { store } = await temporaryStore({
      location: { file: path.join(folder, 'inquiries.sqlite') },
    });
    const ids = (await listStoredInquiries(env)).map(({ id }) => id);
    const expire = (time: string, expired: string[]) =>
      deleteByIds(store, expired, { destinations: [], now: Date.parse(time), reason: 'age' });
    await expire('2028-07-01T00:00:05.000Z', ids.slice(0, 5));
    await expire('2028-07-02T00:00:00.000Z', ids.slice(5));
    await store.close();
    const before = filesIn(folder);
    const asked = await run(['restore', backup, '--force'], env);
    expect(asked).toEqual({
      exitCode: 1,
      stdout: expect.stringContaining('is intact: 9 inquiries') as string,
      stderr:
        'There is no backup.sqlite.sha256 beside it: compare its contents with what you expect.\n' +
        'Nothing was restored: of its inquiries, the previous store has deleted 9 by age from 2028-07-01 to 2028-07-02. [MANY_DELETED]\n' +
        'Add "--deleted again" to delete them again, or "--deleted keep" if they were deleted by mistake.\n',
    });
    expect(filesIn(folder)).toEqual(before);
    await run(['restore', backup, '--force', '--deleted', 'keep'], env);
    expect((await listStoredInquiries(env)).map(({ id }) => id)).toEqual(ids);
    const aside = path.join(asideIn(folder), 'inquiries.sqlite');
    await run(['restore', aside, '--force', '--deleted', 'again'], env, Date.now());
    await run(['restore', backup, '--force', '--deleted', 'again'], env, Date.now() + 1000);
    expect(await listStoredInquiries(env)).toEqual([]);
  });

  it('deletes again from a copy of 2.0.0, without migrating it', async () => {
    const { file: copy } = (await createReleasedStore()) as { file: string };
    const env = { DATA_DIR: temporaryFolder() };
    await run(['restore', copy, '--force'], env);
    await run(['migrate'], env);
    await run(['delete', '--id', releasedInquiry.id, '--force'], env);
    const argv = ['restore', copy, '--force', '--deleted', 'again'];
    const { stderr } = await run(argv, env);
    expect(stderr).toContain('of its inquiries: 1 by the command on 2026-11-21.\n');
    const file = path.join(env.DATA_DIR, 'inquiries.sqlite');
    expect((await listMigrations({ file })).at(-1)).toBe('2-01-events');
    await run(['migrate'], env);
    const ids = (await listStoredInquiries(env)).map(({ id }) => id);
    expect(ids).toHaveLength(7);
    expect(ids).not.toContain(releasedInquiry.id);
  });

  it('names what to do if the deletions of the previous store cannot be read', async () => {
    const { file, backup, env } = await crashedStore();
    for (const ending of ['', '-wal']) writeFileSync(file + ending, 'no database '.repeat(999));
    const { stderr } = await run(['restore', backup, '--force'], env);
    expect(stderr).toContain(
      'The deletions of the previous store could not be read: file is not a database. ' +
        'Delete again what the server logged after the backup as "An inquiry was deleted": ',
    );
  });

  it('counts the restored backup as the last one, whenever its file was copied', async () => {
    const { file, backup, env } = await crashedStore();
    await run(['restore', backup, '--force'], env);
    const { store } = await temporaryStore({ location: { file } });
    expect(await readSharedValue(store, 'last-backup')).toBe('2026-11-21T03:00:00.000Z');
    await store.close();
    // The previous store is no backup.
    const aside = path.join(asideIn(path.dirname(file)), 'inquiries.sqlite');
    await run(['restore', aside, '--force'], env, Date.now());
    const { store: previous } = await temporaryStore({ location: { file } });
    expect(await readSharedValue(previous, 'last-backup')).toBeUndefined();
  });

  it('refuses while a server uses the store', async () => {
    const { folder, file, backup, env } = await crashedStore();
    await startTestServer(env).url;
    const { exitCode, stderr } = await run(['restore', backup, '--force'], env);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      `Nothing was restored: another process has ${file} open. [NOT_RESTORED]\n` +
        'Stop the server and other readers of the store, then run it again.\n',
    );
    expect(asideIn(folder)).toBe(folder);
    expect(await listStoredInquiries(env)).toHaveLength(5);
  });

  it.each([
    ['is not a database', (file: string) => writeFileSync(file, 'not a database '.repeat(999))],
    ['was cut off', (file: string) => truncateSync(file, 5000)],
    ['is empty', (file: string) => truncateSync(file, 0)],
  ])('replaces a store that %s', async (_, damage) => {
    const { folder, file, backup, env } = await crashedStore();
    damage(file);
    expect((await run(['restore', backup, '--force'], env)).exitCode).toBe(0);
    expect(await listStoredInquiries(env)).toHaveLength(2);
    expect(readdirSync(asideIn(folder))).toHaveLength(3);
  });

  it('works without an existing store', async () => {
    const { backup } = await crashedStore();
    chmodSync(backup, 0o644);
    const env = { DATA_DIR: path.join(temporaryFolder(), 'new') };
    const { exitCode, stderr } = await run(['restore', backup, '--force'], env);
    expect(exitCode).toBe(0);
    expect(stderr).not.toContain('previous store was');
    expect(await listStoredInquiries(env)).toHaveLength(2);
    expect(statSync(path.join(env.DATA_DIR, 'inquiries.sqlite')).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['is damaged', (file: string) => writeFileSync(file, Buffer.alloc(9000, 'x'), { flag: 'r+' })],
    ['is cut off', (file: string) => truncateSync(file, 8192)],
    ['has an index without its entries', emptyIndex],
    ['is another file', (file: string) => writeFileSync(file, 'notes')],
    [
      'is the database of another program',
      (file: string) => {
        rmSync(file);
        execute(file, 'create table notes (text)');
      },
    ],
    [
      'has a malformed SHA-256',
      (file: string) => writeFileSync(`${file}.sha256`, `${'a'.repeat(63)}  backup.sqlite\n`),
    ],
    [
      'is not the one of its SHA-256',
      (file: string) => writeFileSync(`${file}.sha256`, `${'a'.repeat(64)}  backup.sqlite\n`),
    ],
  ])('refuses a copy that %s', async (_, damage) => {
    const { folder, backup, env } = await crashedStore();
    damage(backup);
    const before = filesIn(folder);
    const { exitCode, stderr } = await run(['restore', backup, '--force'], env);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/cannot be used: .*\[NOT_RESTORED\]\nRestore an earlier backup/s);
    expect(filesIn(folder)).toEqual(before);
  });

  it('refuses a copy of a newer version, or of version 1', async () => {
    const { folder, backup: newer, env } = await crashedStore();
    const before = filesIn(folder);
    execute(newer, "insert into kysely_migration (name, timestamp) values ('9999-better', '')");
    const { file: older } = (await createStoreOf1()) as { file: string };
    for (const [copy, refusal] of [
      [newer, /used by a newer version of this program \(9999-better\)\..*\nUpgrade/],
      [older, /those of version 1 \(0016-suspected-spam\)\..*\nStart version 2\.0\.0/],
    ] as const) {
      const { exitCode, stderr } = await run(['restore', copy, '--force'], env);
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(refusal);
    }
    expect(filesIn(folder)).toEqual(before);
  });

  it('reports a missing file', async () => {
    const { stderr } = await run(['restore', '/nowhere/copy.sqlite'], { DATA_DIR: '/nowhere' });
    expect(stderr).toContain(
      "no such file or directory, stat '/nowhere/copy.sqlite'. [NOT_RESTORED]",
    );
    expect(existsSync('/nowhere')).toBe(false);
  });
});

describe('opening a store', () => {
  it('refuses a backup next to the log of another store', async () => {
    const { file, backup } = await crashedStore();
    copyFileSync(backup, file);
    await expect(openStore({ file })).rejects.toMatchObject({
      message: expect.stringContaining(`${file}-wal belongs to another file`) as string,
      fix: 'Run "inquiries restore FILE" with the last backup.',
    });
  });

  it('refuses a log without its database', async () => {
    const { folder, file } = await crashedStore();
    rmSync(file);
    const before = filesIn(folder);
    await expect(openStore({ file })).rejects.toThrow('is missing, but its newest changes are in');
    expect(filesIn(folder)).toEqual(before);
  });

  it('accepts a backup without a log as the store', async () => {
    const { backup } = await crashedStore();
    const { file } = temporaryFile();
    copyFileSync(backup, file);
    for (let start = 0; start < 2; start++) {
      const { store } = await temporaryStore({ location: { file } });
      await storeInquiry(store);
      await store.close();
    }
    expect(await listStoredInquiries({ DATA_DIR: path.dirname(file) })).toHaveLength(4);
  });
});
