import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { emptyIndex } from '../../../tests/fixtures/damage-store.ts';
import { listStoredInquiries, runCommand as run } from '../../../tests/fixtures/command-line.ts';
import {
  createReleasedStore,
  createUnreleasedStore,
  listMigrations,
  openDatabase,
  releasedInquiry,
} from '../../../tests/fixtures/released-store.ts';
import { postInquiry } from '../../../tests/fixtures/post-inquiry.ts';
import { startTestServer } from '../../../tests/fixtures/start-test-server.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import {
  temporaryFile,
  temporaryFolder,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { openStore } from '../../store/open-store.ts';
import { readLastBackup } from '../../store/shared-values.ts';
import { backUpSqlite } from '../../store/sqlite/sqlite-maintenance.ts';

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
  await backUpSqlite(open, backup);
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
      `The copy would be restored to ${file}.\n` +
        `The previous store would be moved to ${folder}/before-restore-20261121T120000Z, with all inquiries that it has.\n` +
        'Dry run: add --force to apply it.\n',
    );
    expect(filesIn(folder)).toEqual(before);
  });

  it('replaces a crashed store without replaying its log', async () => {
    const { folder, backup, env } = await crashedStore();
    const { exitCode, stderr } = await run(['restore', backup, '--force'], env);
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`The previous store was moved to ${asideIn(folder)}, with all `);
    expect(await listStoredInquiries(env)).toHaveLength(2);
    const url = await startTestServer(env).url;
    expect((await postInquiry(url)).status).toBe(201);
    expect(await listStoredInquiries(env)).toHaveLength(3);
  });

  it('keeps the previous store restorable', async () => {
    const { folder, backup, env } = await crashedStore();
    await run(['restore', backup, '--force'], env);
    const before = path.join(asideIn(folder), 'inquiries.sqlite');
    expect((await run(['restore', before, '--force'], env, Date.now())).exitCode).toBe(0);
    expect(await listStoredInquiries(env)).toHaveLength(5);
  });

  it('deletes again what the previous store has deleted, and tells programs', async () => {
    const { folder, backup, env: location } = await crashedStore({ later: 0 });
    const env = { ...location, ...webhook };
    const [ada, grace] = await listStoredInquiries(env);
    const exported = path.join(temporaryFolder(), 'export.json');
    writeFileSync(exported, (await run(['export'], env)).stdout);
    await run(['delete', '--id', ada?.id ?? '', '--force'], env);

    const dryRun = await run(['restore', backup], env);
    expect(dryRun.stderr).toContain('Deleted again, as in the previous store: 1 of its inquiries.');
    const { stdout, stderr } = await run(['restore', backup, '--force'], env);
    expect(stdout).toContain('is intact: 2 inquiries');
    expect(stderr).toContain('Deleted again, as in the previous store: 1 of its inquiries.\n');
    expect((await listStoredInquiries(env)).map(({ id }) => id)).toEqual([grace?.id]);
    const content = readFileSync(path.join(folder, 'inquiries.sqlite'), 'latin1');
    expect(content.includes(ada?.email ?? '')).toBe(false);
    expect(content.includes(grace?.email ?? '')).toBe(true);
    expect(JSON.parse((await run(['deliveries', '--json'], env)).stdout)).toMatchObject([
      { kind: 'deleted', inquiryId: ada?.id, destination: 'webhook', state: 'waiting' },
    ]);
    const imported = await run(['import', exported], env);
    expect(imported.stderr).toBe('Imported: 0. Skipped (exist or were deleted): 2.\n');
    // Also a second restore knows of the deletion.
    await run(['restore', backup, '--force'], env, Date.now());
    expect((await listStoredInquiries(env)).map(({ id }) => id)).toEqual([grace?.id]);
  });

  it('deletes again from a copy of 1.x, without migrating it', async () => {
    const { file: copy } = (await createReleasedStore()) as { file: string };
    const env = { DATA_DIR: temporaryFolder() };
    await run(['restore', copy, '--force'], env);
    await run(['migrate'], env);
    await run(['delete', '--id', releasedInquiry.id, '--force'], env);
    const { stderr } = await run(['restore', copy, '--force'], env);
    expect(stderr).toContain('Deleted again, as in the previous store: 1 of its inquiries.\n');
    const file = path.join(env.DATA_DIR, 'inquiries.sqlite');
    expect((await listMigrations({ file })).at(-1)).toMatch(/^0/);
    await run(['migrate'], env);
    const left = await listStoredInquiries(env);
    expect(left).toHaveLength(39);
    expect(left.filter(({ id }) => id === releasedInquiry.id)).toEqual([]);
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

  it('counts the restored backup as the last one', async () => {
    const { file, backup, env } = await crashedStore();
    const madeAt = Date.parse('2026-11-21T03:00:00.000Z');
    utimesSync(backup, madeAt / 1000, madeAt / 1000);
    await run(['restore', backup, '--force'], env);
    const store = await openStore({ file });
    expect(await readLastBackup(store)).toBe('2026-11-21T03:00:00.000Z');
    await store.close();
    // The previous store is no backup.
    const aside = path.join(asideIn(path.dirname(file)), 'inquiries.sqlite');
    await run(['restore', aside, '--force'], env, Date.now());
    const previous = await openStore({ file });
    expect(await readLastBackup(previous)).toBeUndefined();
    await previous.close();
  });

  it('refuses while a server uses the store', async () => {
    const { folder, file, backup, env } = await crashedStore();
    await startTestServer(env).url;
    const { exitCode, stderr } = await run(['restore', backup, '--force'], env);
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
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
    const { exitCode } = await run(['restore', backup, '--force'], env);
    expect(exitCode).toBe(0);
    expect(await listStoredInquiries(env)).toHaveLength(2);
    expect(readdirSync(asideIn(folder))).toHaveLength(3);
  });

  it('works without an existing store', async () => {
    const { backup } = await crashedStore();
    const env = { DATA_DIR: path.join(temporaryFolder(), 'new') };
    const { exitCode, stderr } = await run(['restore', backup, '--force'], env);
    expect({ exitCode, aside: stderr.includes('previous store was') }).toEqual({
      exitCode: 0,
      aside: false,
    });
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

  it('refuses a copy of a newer version, or older than 1.0.0', async () => {
    const { folder, backup, env } = await crashedStore();
    const before = filesIn(folder);
    const db = openDatabase({ file: backup });
    await sql`insert into kysely_migration (name, timestamp) values ('9999-better', '')`.execute(
      db,
    );
    await db.destroy();
    const newer = await run(['restore', backup, '--force'], env);
    expect(newer.exitCode).toBe(1);
    expect(newer.stderr).toContain(
      'used by a newer version of this program (9999-better). [NOT_RESTORED]\nUpgrade',
    );
    const { file } = (await createUnreleasedStore()) as { file: string };
    const older = await run(['restore', file, '--force'], env);
    expect(older.exitCode).toBe(1);
    expect(older.stderr).toContain('older than those of 1.0.0 (0008-search-by-arrival).');
    expect(older.stderr).toContain('[NOT_RESTORED]\nStart version 1.0.0 (commit 2e4b597)');
    expect(filesIn(folder)).toEqual(before);
  });

  it('restores a copy that version 1.0.0 wrote, which is migrated after that', async () => {
    const { file } = (await createReleasedStore()) as { file: string };
    const env = { DATA_DIR: temporaryFolder() };
    expect((await run(['restore', file, '--force'], env)).exitCode).toBe(0);
    expect((await run(['migrate'], env)).exitCode).toBe(0);
    expect(await listStoredInquiries(env)).toHaveLength(40);
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
    const opening = openStore({ file });
    await expect(opening).rejects.toThrow(
      `${file} is a backup, and ${file}-wal belongs to another file`,
    );
    await expect(opening).rejects.toMatchObject({
      fix: 'Run "inquiries restore FILE" with the last backup.',
    });
    const server = startTestServer({ DATA_DIR: path.dirname(file) });
    expect(await server.exited).toBe(1);
    expect(server.output()).toContain('Run "inquiries restore FILE"');
  });

  it('refuses a log without its database', async () => {
    const { file, backup } = await crashedStore();
    const log = readFileSync(`${file}-wal`);
    const lonely = temporaryFile();
    writeFileSync(`${lonely.file}-wal`, log);
    await expect(openStore(lonely)).rejects.toThrow('is missing, but its newest changes are in');
    expect(readFileSync(`${lonely.file}-wal`)).toEqual(log);
    expect(existsSync(backup)).toBe(true);
  });

  it('accepts a backup without a log as the store', async () => {
    const { backup } = await crashedStore();
    const { file } = temporaryFile();
    copyFileSync(backup, file);
    for (let start = 0; start < 2; start++) {
      const store = await openStore({ file });
      await storeInquiry(store);
      await store.close();
    }
    expect(await listStoredInquiries({ DATA_DIR: path.dirname(file) })).toHaveLength(4);
  });
});
