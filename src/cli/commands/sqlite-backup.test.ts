import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createTestStore,
  listStoredInquiries,
  receivedMs,
  runCommand,
} from '../../../tests/fixtures/command-line.ts';
import { emptyIndex } from '../../../tests/fixtures/damage-store.ts';
import {
  settingsFor,
  temporaryFile,
  temporaryFolder,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { readSharedValue } from '../../store/shared-values.ts';
import { backUpSqlite } from '../../store/sqlite/sqlite-copies.ts';

describe('backup', () => {
  it('writes a complete, verified store that only this user can read, with its SHA-256', async () => {
    const env = await createTestStore({ mark: { status: 'spam' } }, {});
    const folder = temporaryFolder();
    const file = path.join(folder, 'copy.sqlite');
    const { exitCode, stdout, stderr } = await runCommand(['backup', file], env);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${file}\n` });
    expect(stderr).toContain('verified: 2 inquiries, newest from 2026-11-21 12:00 UTC.');
    expect(readdirSync(folder)).toEqual(['copy.sqlite', 'copy.sqlite.sha256']);
    for (const name of [file, `${file}.sha256`]) {
      expect((statSync(name).mode & 0o777).toString(8)).toBe('600');
    }
    const sumsArgs = ['--check', '--strict', 'copy.sqlite.sha256'];
    expect(String(execFileSync('sha256sum', sumsArgs, { cwd: folder }))).toBe('copy.sqlite: OK\n');

    renameSync(file, path.join(folder, 'inquiries.sqlite'));
    expect(await listStoredInquiries({ DATA_DIR: folder })).toEqual(await listStoredInquiries(env));
  });

  it('records when it started, in the store', async () => {
    const { store, location } = await temporaryStore();
    let now = Date.parse('2026-11-20T03:30:00.000Z');
    const folder = temporaryFolder();
    const backUp = async (name: string) => {
      await runCommand(['backup', `${folder}/${name}`], settingsFor(location), () => (now += 1000));
      return readSharedValue(store, 'last-backup');
    };
    expect(await backUp('a.sqlite')).toBe('2026-11-20T03:30:01.000Z');
    now = Date.parse('2026-11-21T03:30:00.000Z');
    expect(await backUp('b.sqlite')).toBe('2026-11-21T03:30:01.000Z');
    expect(await backUp('b.sqlite')).toBe('2026-11-21T03:30:01.000Z');
  });

  it.each([
    ['exists already', 'notes.txt', '.*notes.txt exists already'],
    ['cannot be created', 'missing/copy.sqlite', 'ENOENT'],
  ])('says why it does not write a file that %s', async (_, name, reason) => {
    const folder = temporaryFolder();
    writeFileSync(`${folder}/notes.txt`, 'precious');
    const argv = ['backup', path.join(folder, name)];
    const { exitCode, stderr } = await runCommand(argv, await createTestStore({}));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(new RegExp(`could not be written: ${reason}.*\\[NOT_WRITTEN\\]`));
    expect(readFileSync(`${folder}/notes.txt`, 'utf8')).toBe('precious');
    expect(readdirSync(folder)).toEqual(['notes.txt']);
  });

  it('removes a copy that fails its verification, and records no backup', async () => {
    const { store } = await temporaryStore({ location: temporaryFile() });
    const location = temporaryFile();
    await backUpSqlite(store.name, location.file, '2026-11-21T03:00:00.000Z');
    emptyIndex(location.file);
    const folder = temporaryFolder();
    const copy = path.join(folder, 'copy.sqlite');
    const { exitCode, stdout, stderr } = await runCommand(['backup', copy], settingsFor(location));
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(
      /was removed\. .*copy\.sqlite\.unverified cannot be used: .*error code 11\. \[NOT_VERIFIED\]/s,
    );
    expect(readdirSync(folder)).toEqual([]);
    const { store: damaged } = await temporaryStore({ location });
    expect(await readSharedValue(damaged, 'last-backup')).toBe('2026-11-21T03:00:00.000Z');
  });
});

describe('a link that another user planted', () => {
  it.each([
    ['', 1],
    ['.sha256', 1],
    ['.unverified', 0],
    ['.unverified-journal', 0],
  ])('at copy.sqlite%s of a backup does not lead it elsewhere', async (ending, expected) => {
    const [folder, precious] = [temporaryFolder(), `${temporaryFolder()}/passwd`];
    const env = await createTestStore({});
    for (const [name, target] of Object.entries({ existing: precious, dangling: `${precious}-` })) {
      writeFileSync(precious, 'precious');
      const file = path.join(folder, `${name}.sqlite`);
      symlinkSync(target, file + ending);
      const { exitCode, stderr } = await runCommand(['backup', file], env);
      expect(exitCode).toBe(expected);
      if (expected === 1)
        expect(stderr).toMatch(/ could not be written: .* exists already\. \[NOT_WRITTEN\]/);
      expect(readFileSync(precious, 'utf8')).toBe('precious');
      expect(existsSync(`${precious}-`)).toBe(false);
    }
  });

  it('at the place of a store creates none elsewhere', async () => {
    const [folder, other] = [temporaryFolder(), `${temporaryFolder()}/cron`];
    symlinkSync(other, path.join(folder, 'inquiries.sqlite'));
    const { exitCode, stderr } = await runCommand(['migrate'], { DATA_DIR: folder });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringContaining('ELOOP') as string,
    });
    expect(existsSync(other)).toBe(false);
  });
});

describe('backup --keep', () => {
  /** Writes a copy that is `days` old. */
  async function backUp(folder: string, name: string, days: number) {
    const file = path.join(folder, name);
    await runCommand(['backup', file], await createTestStore({}));
    age(file, days);
    return file;
  }

  function age(file: string, days: number) {
    const seconds = receivedMs / 1000 - days * 86_400;
    utimesSync(file, seconds, seconds);
  }

  it('removes copies of its own names that are older than these days, and no other file', async () => {
    const folder = temporaryFolder();
    const time = 'inquiries-2026-11-01T033000';
    const files: [string, number, 'removed' | 'kept'][] = [
      [`${time}.sqlite`, 3.1, 'removed'],
      [`${time}-before-upgrade.sqlite`, 9, 'removed'],
      [`${time}.dump.unverified`, 9, 'removed'],
      [`${time}-recent.sqlite`, 2.9, 'kept'],
      [`${time}.sqlite.unverified`, 1, 'kept'],
      ['by-hand.sqlite', 9, 'kept'],
      ['inquiries.sqlite', 9, 'kept'],
      [`old-${time}.sqlite`, 9, 'kept'],
      [`${time}.iso`, 9, 'kept'],
    ];
    for (const [name, days] of files) {
      for (const ending of ['', '.sha256']) writeFileSync(path.join(folder, name + ending), '');
      age(path.join(folder, name), days);
    }
    const argv = ['backup', folder, '--keep', '3'];
    const { stdout, stderr } = await runCommand(argv, await createTestStore({}));
    const newest = 'inquiries-2026-11-21T120000.sqlite';
    expect(stdout).toBe(`${folder}/${newest}\n`);
    const select = (fate: string) => files.flatMap(([name, , own]) => (own === fate ? [name] : []));
    expect(stderr.match(/(?<=^Removed .*\/)[^/]+(?=\.$)/gm)?.sort()).toEqual(
      select('removed').sort(),
    );
    const kept = [newest, ...select('kept')].flatMap((name) => [name, `${name}.sha256`]);
    expect(readdirSync(folder)).toEqual(kept.sort());
  });

  it('makes a missing folder whose parent exists, and never a file of that name', async () => {
    const folder = path.join(temporaryFolder(), 'backups');
    const env = await createTestStore({});
    const argv = ['backup', folder, '--keep', '3'];
    expect((await runCommand(argv, env)).stdout).toMatch(/backups\/inquiries-2026.*\.sqlite\n$/);
    expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
    const file = path.join(temporaryFolder(), 'backups');
    writeFileSync(file, '');
    for (const [name, reason] of [
      [file, 'EEXIST'],
      [path.join(folder, 'not/mounted'), 'ENOENT'],
    ] as const) {
      const { exitCode, stderr } = await runCommand(['backup', name, '--keep', '3'], env);
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(new RegExp(`could not be written: ${reason}.*\\[NOT_WRITTEN\\]`));
    }
  });

  it('names a copy that cannot be removed, and goes on', async () => {
    const folder = temporaryFolder();
    const stuck = path.join(folder, 'inquiries-2026-11-01T033000.sqlite');
    mkdirSync(stuck);
    age(stuck, 9);
    const old = await backUp(folder, 'inquiries-2026-11-02T033000.sqlite', 9);
    const { store, location } = await temporaryStore();
    const argv = ['backup', folder, '--keep', '3'];
    const { exitCode, stderr } = await runCommand(argv, settingsFor(location));
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`${stuck} could not be removed: `);
    expect(existsSync(old)).toBe(false);
    expect(await readSharedValue(store, 'last-backup')).toBeDefined();
  });

  it('keeps the newest verified copy, although a clock makes it look old', async () => {
    const folder = temporaryFolder();
    const env = await createTestStore({});
    const nextYear = Date.now() + 365 * 86_400_000;
    await runCommand(['backup', folder, '--keep', '1'], env, nextYear);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('removes none if the new copy fails', async () => {
    const folder = temporaryFolder();
    await backUp(folder, 'inquiries-2026-11-02T033000.sqlite', 9);
    const before = readdirSync(folder);
    const env = { DATA_DIR: temporaryFolder() };
    expect((await runCommand(['backup', folder, '--keep', '1'], env)).exitCode).toBe(1);
    expect(readdirSync(folder)).toEqual(before);
    expect((await runCommand(['backup', folder, '--keep', '0'], env)).exitCode).toBe(2);
  });
});
