import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import fsModule, { linkSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import {
  listStoredInquiries,
  runCommand,
  toWebhook,
} from '../../../tests/fixtures/command-line.ts';
import { emptyIndex } from '../../../tests/fixtures/damage-store.ts';
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
  settingsFor,
  temporaryFile,
  temporaryFolder,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { backUpSqlite } from '../../store/backup/back-up-sqlite.ts';
import { deleteByIds } from '../../store/inquiries/delete-inquiries.ts';
import { allMigrations, type Migration } from '../../store/migrations/schema.ts';
import { openStore } from '../../store/open-store.ts';
import { readSharedValue } from '../../store/shared-values.ts';

/** Creates a store as a crash leaves it, with all data in its log, and an older backup. */
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
  /** Restores the backup or another copy. */
  const restore = (options: string[] = [], copy = backup, now?: number) =>
    runCommand(['restore', copy, ...options], env, now);
  const listIds = async () => (await listStoredInquiries(env)).map(({ id }) => id);
  const readLastBackup = async () => {
    const { store } = await temporaryStore({ location: { kind: 'sqlite', file } });
    return readSharedValue(store, 'last-backup').finally(() => store.close());
  };
  return { folder, file, backup, env, restore, listIds, readLastBackup };
}

function execute(file: string, statement: string) {
  const database = new DatabaseSync(file);
  database.exec(statement);
  database.close();
}

const endless = 'with recursive n (x) as (select 1 union all select x + 1 from n) select x';

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
    const { store } = await temporaryStore({ location: { kind: 'sqlite', file } });
    await storeInquiry(store);
    expect(await listIds()).toHaveLength(3);
    await store.close();
    const previous = path.join(asideIn(folder), 'inquiries.sqlite');
    expect((await restore(['--force'], previous, Date.now())).exitCode).toBe(0);
    expect(await listIds()).toHaveLength(5);
    // A restored previous store does not count as a backup.
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
    // A second restore deletes it again, too.
    await restore(['--force'], undefined, Date.now());
    expect(await listIds()).toEqual(otherIds);
  });

  it('changes nothing if an inquiry is deleted before it has locked the store', async () => {
    const { file, env, restore, listIds } = await crashedStore({ inBackup: 10, later: 0 });
    const [first = '', ...others] = await listIds();
    const lock = linkSync;
    vi.spyOn(fsModule, 'linkSync').mockImplementationOnce((...files) => {
      const command = ['src/cli/main.ts', 'delete', '--id', first, '--force'];
      execFileSync(process.execPath, command, { env: { ...process.env, ...env } });
      lock(...files);
    });
    const { exitCode, stderr } = await restore(['--force']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`Nothing was restored: another process has just changed ${file}.`);
    expect(await listIds()).toEqual(others);
    expect((await restore(['--force'])).exitCode).toBe(0);
    expect(await listIds()).toEqual(others);
  });

  it('asks before it deletes more than a tenth again, and names when and why they were deleted', async () => {
    const { folder, file, restore, listIds } = await crashedStore({ inBackup: 9, later: 0 });
    const { store } = await temporaryStore({ location: { kind: 'sqlite', file } });
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
    expect((await listMigrations({ kind: 'sqlite', file })).at(-1)).toBe('2-01-events');
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

  it('does not read the deletions of a store from a view without end', async () => {
    const { file, restore, listIds } = await crashedStore();
    execute(
      file,
      `alter table events rename to other;
      create view events as ${endless} as number, 'deleted' as kind, null as inquiry_id,
        'deleted-a' as id, '2026' as at, 'age' as about from n`,
    );
    const { stderr } = await restore(['--force']);
    expect(stderr).toContain('could not be read: missing table "events". Delete again');
    expect(await listIds()).toHaveLength(2);
  });

  it('reads the deletions of a store with an index of its own', async () => {
    const { file, env, restore, listIds } = await crashedStore({ inBackup: 10, later: 0 });
    await runCommand(['delete', '--id', (await listIds())[0] ?? '', '--force'], env);
    execute(file, 'create index i on events (about); alter table events add column later text');
    expect((await restore(['--force'])).stderr).toContain(`${deletions} was repeated.\n`);
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
    // Alone, without a remark about its SHA-256.
    ['is missing', /^.*no such file or directory, stat '\S+'\. \[NOT_RESTORED\]/, fs.rmSync],
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

/** Edits a statement of the schema in a way that SQLite would refuse. */
function editSchema(file: string, table: string, from: string, to: string) {
  const database = new DatabaseSync(file, { defensive: false });
  database.exec('pragma writable_schema = on');
  const update = 'update sqlite_schema set sql = replace(sql, ?, ?) where name = ?';
  expect(database.prepare(update).run(from, to, table).changes).toBe(1);
  database.close();
}

const hostileSchemas: [string, string, (file: string) => void][] = [
  [
    'a trigger that rewrites addresses',
    'extra trigger "t"',
    (file) =>
      execute(
        file,
        `create trigger t after update on inquiries
        begin update inquiries set email = 'thief@example.net' where id = new.id; end`,
      ),
  ],
  [
    'a trigger that prevents deletions',
    'extra trigger "t"',
    (file) =>
      execute(file, 'create trigger t before delete on inquiries begin select raise(ignore); end'),
  ],
  [
    'a trigger with the name of a table',
    'extra trigger "inquiries"',
    (file) =>
      execute(
        file,
        'create trigger inquiries before insert on events begin select raise(ignore); end',
      ),
  ],
  [
    'a view without end in place of inquiries',
    'extra table "other", extra view "inquiries", missing ',
    (file) =>
      execute(
        file,
        `drop index inquiries_by_arrival;
        alter table inquiries rename to other;
        create view inquiries as ${endless} as received_at from n`,
      ),
  ],
  [
    'a view without end in place of the migrations',
    'it is not a store of this program',
    (file) =>
      execute(
        file,
        `drop table kysely_migration; create view kysely_migration as ${endless} as name from n`,
      ),
  ],
  [
    'one more view',
    'extra view "v"',
    (file) => execute(file, 'create view v as select email from inquiries'),
  ],
  [
    'an index with an expression',
    'extra index "i"',
    (file) => execute(file, 'create index i on inquiries (upper(email))'),
  ],
  [
    'an index with another condition',
    'changed index "events_by_kind" (has "CREATE INDEX events_by_kind on events ( kind , at ) where kind = \'deleted\'", lacks ',
    (file) =>
      execute(
        file,
        `drop index events_by_kind;
        create index events_by_kind on events (kind, at) where kind = 'deleted'`,
      ),
  ],
  [
    'no index for deletions',
    'missing index "events_by_kind"',
    (file) => execute(file, 'drop index events_by_kind'),
  ],
  [
    'a changed check',
    'changed table "inquiries" (has "id text collate binary not null primary key check ( length ( id ) > = 3 )", lacks "id text collate binary not null primary key check ( length ( id ) = 36 )")',
    (file) => editSchema(file, 'inquiries', 'length(id) = 36', 'length(id) >= 3'),
  ],
  [
    'a table that accepts any type',
    'changed table "events" (has ")", lacks ") strict")',
    (file) => editSchema(file, 'events', 'strict', ''),
  ],
  [
    'a column strict in place of the option',
    'changed table "secrets" (has ")", has "strict", lacks ") strict")',
    (file) => editSchema(file, 'secrets', ') strict', ', strict)'),
  ],
  [
    'a virtual table',
    'extra table "notes"',
    (file) => execute(file, 'create virtual table notes using fts5(text)'),
  ],
  [
    'a generated column',
    'changed table "secrets" (has "x text generated always as ( upper ( value ) )")',
    (file) =>
      execute(file, 'alter table secrets add column x text generated always as (upper(value))'),
  ],
  [
    'a generated column of the migrations',
    'changed table "kysely_migration" (has "x text as ( upper ( name ) )")',
    (file) => execute(file, 'alter table kysely_migration add column x text as (upper(name))'),
  ],
  [
    'names with control characters',
    'extra view "[U+202E] [31mview"',
    (file) => execute(file, 'create view "\u202e\u001b[31mview" as select 1'),
  ],
  [
    'many changes',
    'extra view "v1", extra view "v2", extra view "v3", extra view "v4", extra view "v5" and 2 more',
    (file) =>
      execute(file, [1, 2, 3, 4, 5, 6, 7].map((n) => `create view v${n} as select 1;`).join('\n')),
  ],
];

describe('a copy whose schema another program has changed', () => {
  it.each(hostileSchemas)('is refused by restore, with its change: %s', async (_, change, edit) => {
    const { folder, backup, restore } = await crashedStore();
    edit(backup);
    const before = filesIn(folder);
    const { exitCode, stderr } = await restore(['--force']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(change);
    expect(stderr).toMatch(/cannot be used: .* \[NOT_RESTORED\]\nRestore an earlier backup\./);
    expect(filesIn(folder)).toEqual(before);
  });

  it('is not written by backup, which names the change', async () => {
    const location = temporaryFile();
    const { store } = await temporaryStore({ location });
    execute(location.file, 'create view v as select email from inquiries');
    const folder = temporaryFolder();
    const argv = ['backup', path.join(folder, 'copy.sqlite')];
    const { exitCode, stderr } = await runCommand(argv, settingsFor(location));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /: extra view "v"\. \[NOT_VERIFIED\]\nUndo this in the store with sqlite3, .*, then back up again\.\n/,
    );
    expect(fs.readdirSync(folder)).toEqual([]);
    expect(await readSharedValue(store, 'last-backup')).toBeUndefined();
  });
});

describe('a copy that is restored', () => {
  const renamed = `
    alter table inquiries rename column search_email to search_mail;
    alter table inquiries rename column search_mail to search_email`;
  const ofVersion1 = `
    alter table kysely_migration add column compatible_from text;
    insert into kysely_migration (name, timestamp) values ('0009-compatible-programs', '')`;

  it.each<[string, string]>([
    ['of 2.0.0', ''],
    ['of 2.0.0 that began with 1.0.0', `${renamed}; ${ofVersion1}`],
    ['after vacuum', 'vacuum'],
    ['after analyze', 'analyze'],
  ])('%s', async (_, statements) => {
    const { file: copy } = (await createReleasedStore()) as { file: string };
    execute(copy, statements);
    const env = { DATA_DIR: temporaryFolder() };
    expect((await runCommand(['restore', copy, '--force'], env)).stderr).toContain('was restored');
    await runCommand(['migrate'], env);
    const next = path.join(temporaryFolder(), 'next.sqlite');
    expect((await runCommand(['backup', next], env)).stderr).toContain('verified: 8 inquiries');
    expect((await runCommand(['restore', next, '--force'], env)).exitCode).toBe(0);
  });

  it('is one of each version after 2.0.0', async () => {
    for (const [index] of allMigrations.entries()) {
      const location = temporaryFile();
      const migrations = allMigrations.slice(0, index + 1);
      await (await openStore(location, { migrations })).close();
      const env = { DATA_DIR: temporaryFolder() };
      expect((await runCommand(['restore', location.file], env)).stderr).toContain('would be');
    }
  });

  it('is not of a later version, whose store this one backs up after a roll back', async () => {
    const location = temporaryFile();
    const later: Migration = {
      name: '2-99-later',
      up: async (db) => void (await sql`create table later (id text) strict`.execute(db)),
    };
    await (await openStore(location, { migrations: [...allMigrations, later] })).close();
    const env = settingsFor(location);
    const copy = path.join(temporaryFolder(), 'copy.sqlite');
    expect((await runCommand(['backup', copy], env)).exitCode).toBe(0);
    const { exitCode, stderr } = await runCommand(['restore', copy, '--force'], env);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /newer version of this program \(2-99-later\)\. \[NOT_RESTORED\]\nRestore it with that version/,
    );
  });
});

describe('opening a store', () => {
  it('refuses a backup next to the log of another store', async () => {
    const { file, backup } = await crashedStore();
    fs.copyFileSync(backup, file);
    await expect(openStore({ kind: 'sqlite', file })).rejects.toMatchObject({
      message: expect.stringContaining(`${file}-wal belongs to another file`) as string,
      fix: 'Run "inquiries restore FILE" with the last backup.',
    });
  });

  it('refuses a log without its database', async () => {
    const { folder, file } = await crashedStore();
    fs.rmSync(file);
    const before = filesIn(folder);
    await expect(openStore({ kind: 'sqlite', file })).rejects.toThrow(
      'is missing, but its newest changes are in',
    );
    expect(filesIn(folder)).toEqual(before);
  });
});
