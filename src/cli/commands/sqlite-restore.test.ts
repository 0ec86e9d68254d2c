import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { emptyIndex } from '../../../tests/fixtures/damage-store.ts';
import { listStoredInquiries, runCommand as run } from '../../../tests/fixtures/command-line.ts';
import {
  createReleasedStore,
  createUnreleasedStore,
  openDatabase,
} from '../../../tests/fixtures/released-store.ts';
import { postInquiry } from '../../../tests/fixtures/post-inquiry.ts';
import { startTestServer } from '../../../tests/fixtures/start-test-server.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import {
  foreignFolder,
  temporaryFile,
  temporaryFolder,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { openStore } from '../../store/open-store.ts';
import { backUpSqlite } from '../../store/sqlite/sqlite-maintenance.ts';

/** Creates a store as left by a crash, with all data in its log, and an older backup. */
async function crashedStore({ inBackup = 2, later = 3 } = {}) {
  const { store, location } = await temporaryStore({ location: temporaryFile() });
  const { file: open } = location as { file: string };
  const submit = async (count: number) => {
    for (let number = 0; number < count; number++) await storeInquiry(store);
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
        `The previous store would be moved to ${folder}/before-restore-20261121T120000Z.\n` +
        'Dry run: add --force to apply it.\n',
    );
    expect(filesIn(folder)).toEqual(before);
  });

  it('replaces a crashed store without replaying its log, and keeps owner and mode', async () => {
    const { folder, file, backup, env } = await crashedStore();
    const uid = process.getuid?.() || 1234;
    chownSync(file, uid, process.getgid?.() ?? 0);
    chmodSync(file, 0o640);
    const { exitCode, stderr } = await run(['restore', backup, '--force'], env);
    expect(exitCode).toBe(0);
    expect(statSync(file)).toMatchObject({ uid, mode: 0o100640 });
    // Earlier releases do not clear the mark of a copy, next to whose log the server refuses to start.
    expect(readFileSync(file).readUInt32BE(68)).toBe(0);
    expect(stderr).toContain(`The previous store was moved to ${asideIn(folder)}.\n`);
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

  it('reports a copy that belongs to another user', async () => {
    const { env } = await crashedStore();
    const copy = foreignFolder();
    const { exitCode, stderr } = await run(['restore', copy, '--force'], env);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/\[NOT_RESTORED\]\n.* belongs to user (1234|0), and this runs as /);
  });

  it('reports a missing file', async () => {
    const { stderr } = await run(['restore', '/nowhere/copy.sqlite'], { DATA_DIR: '/nowhere' });
    expect(stderr).toContain(
      "no such file or directory, stat '/nowhere/copy.sqlite'. [NOT_RESTORED]",
    );
    expect(existsSync('/nowhere')).toBe(false);
  });
});

describe('restore --dry-run', () => {
  /** Creates a store and a verified copy of its two older inquiries. */
  async function setUp() {
    const crashed = await crashedStore();
    const copy = path.join(temporaryFolder(), 'copy.sqlite');
    renameSync(crashed.backup, path.join(path.dirname(copy), 'inquiries.sqlite'));
    await run(['backup', copy], { DATA_DIR: path.dirname(copy) });
    vi.stubEnv('TMPDIR', temporaryFolder());
    onTestFinished(() => void vi.unstubAllEnvs());
    const listScratch = () =>
      readdirSync(String(process.env['TMPDIR'])).filter((name) => name.startsWith('restore-'));
    return { ...crashed, copy, listScratch };
  }

  it('restores beside a running server, compares with its store, and leaves nothing', async () => {
    const { env, file, copy, listScratch } = await setUp();
    await startTestServer(env).url;
    const before = [filesIn(path.dirname(copy)), readdirSync(path.dirname(file))];
    const { exitCode, stdout, stderr } = await run(['restore', copy, '--dry-run'], env);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/copy\.sqlite is intact: 2 inquiries, newest from 20\d\d-/);
    expect(stderr).toMatch(
      /^Its SHA-256 is right\.\nIt was restored to a scratch place, opened and removed in \d+(\.\d)? s\.\nThe store has 2 inquiries from that time, the copy 2; 3 arrived since\.\n$/,
    );
    expect([filesIn(path.dirname(copy)), readdirSync(path.dirname(file))]).toEqual(before);
    expect(listScratch()).toEqual([]);
  });

  it.each([
    [
      'has fewer inquiries',
      'delete from inquiries where id = (select id from inquiries order by received_at, id limit 1)',
      'The store has 1 inquiries from that time, the copy 2; 3 arrived since.',
    ],
    [
      'has more inquiries',
      "update inquiries set received_at = '2026-01-01T00:00:00.000Z' where id = (select id from inquiries order by received_at desc, id limit 1)",
      'The store has 3 inquiries from that time, the copy 2; 2 arrived since.',
    ],
    ['is missing', '', 'It was not compared with the store, which cannot be read.'],
  ])('says that the store %s', async (_, statement, comparison) => {
    const { env, file, copy } = await setUp();
    if (statement) execute(file, statement);
    const settings = statement ? env : { DATA_DIR: '/nowhere' };
    const { exitCode, stderr } = await run(['restore', copy, '--dry-run'], settings);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: expect.stringContaining(comparison) as string,
    });
  });

  it('prints its results as JSON', async () => {
    const { env, copy } = await setUp();
    const { stdout } = await run(['restore', copy, '--dry-run', '--json'], env);
    expect(JSON.parse(stdout)).toMatchObject({
      restored: false,
      copy,
      inquiries: 2,
      seconds: expect.any(Number) as number,
      store: { all: 5, until: 2 },
    });
  });

  it.each(['--dry-run', '--force'])(
    'refuses a copy with one flipped byte, with %s',
    async (mode) => {
      const { folder, env, copy, listScratch } = await setUp();
      const bytes = readFileSync(copy);
      const position = bytes.indexOf('company') + 2;
      bytes[position] = (bytes[position] ?? 0) ^ 1;
      writeFileSync(copy, bytes);
      const before = filesIn(folder);
      const { exitCode, stderr } = await run(['restore', copy, mode], env);
      expect({ exitCode, stderr }).toEqual({
        exitCode: 1,
        stderr: expect.stringContaining(
          `${copy} cannot be used: its SHA-256 is not the one in ${copy}.sha256. [NOT_RESTORED]\nRestore an earlier`,
        ) as string,
      });
      expect([filesIn(folder), listScratch()]).toEqual([before, []]);
    },
  );

  it.each([
    ['half of a copy', (copy: string) => truncateSync(copy, statSync(copy).size / 2), 'malformed'],
    ['a text', (copy: string) => writeFileSync(copy, 'notes'), 'file is not a database'],
    [
      'the database of another program',
      (copy: string) => {
        rmSync(copy);
        execute(copy, 'create table notes (text)');
      },
      'it is not a store of this program',
    ],
  ])('refuses %s without a SHA-256 by its name', async (_, change, reason) => {
    const { env, copy, listScratch } = await setUp();
    rmSync(`${copy}.sha256`);
    const intact = await run(['restore', copy, '--dry-run'], env);
    expect(intact.stderr).toContain(`There is no ${copy}.sha256.\n`);
    change(copy);
    const { exitCode, stdout, stderr } = await run(['restore', copy, '--dry-run'], env);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(`Nothing was restored: ${copy} cannot be used: `);
    expect(stderr).toContain(reason);
    expect(listScratch()).toEqual([]);
  });

  it('migrates a copy that version 1.0.0 wrote, and leaves it as it is', async () => {
    const { env, listScratch } = await setUp();
    const { file } = (await createReleasedStore()) as { file: string };
    const before = readFileSync(file);
    const { exitCode, stdout } = await run(['restore', file, '--dry-run'], env);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('40 inquiries, newest from');
    expect([readFileSync(file), listScratch()]).toEqual([before, []]);
  });

  it('is not combined with --force', async () => {
    expect((await run(['restore', 'copy', '--dry-run', '--force'], {})).exitCode).toBe(2);
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

describe('a backup that is copied over the store of a running server', () => {
  it('is detected and not written to, not even at shutdown', async () => {
    const { file, backup, env } = await crashedStore();
    const server = startTestServer(env);
    const url = await server.url;
    expect((await postInquiry(url)).status).toBe(201);
    copyFileSync(backup, file);
    const copied = readFileSync(file);
    expect((await postInquiry(url)).status).toBe(503);
    await expect
      .poll(() => server.output())
      .toMatch(/A backup was copied over .*Stop the server and run \\"inquiries/);
    server.kill('SIGTERM');
    await server.exited;
    expect(readFileSync(file).equals(copied)).toBe(true);
    const again = startTestServer(env);
    expect(await again.exited).toBe(1);
    expect((await run(['restore', backup, '--force'], env)).exitCode).toBe(0);
    expect(await listStoredInquiries(env)).toHaveLength(2);
  });
});
