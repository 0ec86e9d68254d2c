import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import fsModule, { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  listStoredInquiries,
  receivedMs,
  runCommand,
  setUpCommands,
} from '../../../tests/fixtures/command-line.ts';
import { emptyIndex } from '../../../tests/fixtures/damage-store.ts';
import { lockStore } from '../../../tests/fixtures/lock-store.ts';
import {
  modeOf,
  settingsFor,
  temporaryFile,
  temporaryFolder,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { backUpSqlite } from '../../store/backup/back-up-sqlite.ts';
import { readSharedValue } from '../../store/shared-values.ts';
import { dayMs } from '../../text/format-time.ts';

describe('backup', () => {
  it('writes a complete, verified store that only this user can read, with its SHA-256', async () => {
    const { run, list } = await setUpCommands({ mark: { status: 'spam' } }, {});
    const folder = temporaryFolder();
    const file = path.join(folder, 'copy.sqlite');
    const { exitCode, stdout, stderr } = await run('backup', file);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${file}\n` });
    expect(stderr).toContain('verified: 2 inquiries, newest from 2026-11-21 12:00 UTC.');
    expect(fs.readdirSync(folder)).toEqual(['copy.sqlite', 'copy.sqlite.sha256']);
    expect([modeOf(file), modeOf(`${file}.sha256`)]).toEqual(['600', '600']);
    const sumsArgs = ['--check', '--strict', 'copy.sqlite.sha256'];
    expect(String(execFileSync('sha256sum', sumsArgs, { cwd: folder }))).toBe('copy.sqlite: OK\n');

    fs.renameSync(file, path.join(folder, 'inquiries.sqlite'));
    expect(await listStoredInquiries({ DATA_DIR: folder })).toEqual(await list());
  });

  it('takes a name that ends with a slash for a folder, and makes it', async () => {
    const { run } = await setUpCommands({});
    const folder = path.join(temporaryFolder(), 'copies');
    const { stdout } = await run('backup', `${folder}/`);
    expect(path.dirname(stdout.trim())).toBe(folder);
    expect(fs.readdirSync(folder)).toHaveLength(2);
  });

  it('records when it started, in the store', async () => {
    const { store, env } = await setUpCommands();
    let now = Date.parse('2026-11-20T03:30:00.000Z');
    const folder = temporaryFolder();
    const backUp = async (name: string) => {
      await runCommand(['backup', `${folder}/${name}`], env, () => (now += 1000));
      return readSharedValue(store, 'last-backup');
    };
    expect(await backUp('a.sqlite')).toBe('2026-11-20T03:30:01.000Z');
    now = Date.parse('2026-11-21T03:30:00.000Z');
    expect(await backUp('b.sqlite')).toBe('2026-11-21T03:30:01.000Z');
    expect(await backUp('b.sqlite')).toBe('2026-11-21T03:30:01.000Z');
  });

  it.each([
    ['a file that exists already', 'notes.txt', '.*notes.txt exists already'],
    ['a file in a folder that is missing', 'missing/copy.sqlite', 'ENOENT'],
    ['copies into a file', 'notes.txt', 'EEXIST', '--keep', '3'],
    ['copies into a folder without a parent', 'not/mounted', 'ENOENT', '--keep', '3'],
  ])('says why it does not write %s', async (_, name, reason, ...options) => {
    const folder = temporaryFolder();
    fs.writeFileSync(`${folder}/notes.txt`, 'precious');
    const { run } = await setUpCommands({});
    const { exitCode, stderr } = await run('backup', path.join(folder, name), ...options);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(new RegExp(`could not be written: ${reason}.*\\[NOT_WRITTEN\\]`));
    expect(fs.readFileSync(`${folder}/notes.txt`, 'utf8')).toBe('precious');
    expect(fs.readdirSync(folder)).toEqual(['notes.txt']);
  });
});

describe('backup of a store that another program locks', () => {
  /** Backs up a locked store, with a monotonic clock that is 20 times too fast. */
  async function backUpLocked(onLocked: (unlock: () => Promise<void>) => unknown) {
    const { store, location, env } = await setUpCommands({});
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() * 20);
    onTestFinished(() => void vi.restoreAllMocks());
    const unlock = await lockStore(location);
    onLocked(unlock);
    const file = path.join(temporaryFolder(), 'copy.sqlite');
    const result = await runCommand(['backup', file], env);
    return { ...result, file, recordedAt: await readSharedValue(store, 'last-backup'), unlock };
  }

  it('is complete, and records its time once the lock ends', async () => {
    const result = await backUpLocked((unlock) => setTimeout(() => void unlock(), 400));
    expect(result).toMatchObject({ exitCode: 0, stdout: `${result.file}\n` });
    expect(result.recordedAt).toBe('2026-11-21T12:00:00.000Z');
    expect(result.stderr).not.toContain('could not be recorded');
  });

  it('is complete with a warning after 30 s, which does not stop the server', async () => {
    const { exitCode, stdout, stderr, file, recordedAt, unlock } = await backUpLocked(() => {});
    expect({ exitCode, stdout, recordedAt }).toEqual({ exitCode: 0, stdout: `${file}\n` });
    expect(stderr).toContain('Backup complete and verified');
    expect(stderr).toMatch(/could not be recorded in the store: .*locked/);
    expect(stderr).not.toMatch(/stop the server/i);
    expect(fs.existsSync(file)).toBe(true);
    await unlock();
  });
});

describe('a link that another user planted', () => {
  const exists = / could not be written: .* exists already\. \[NOT_WRITTEN\]/;

  it.each([
    ['', 1, exists],
    ['.sha256', 1, exists],
    ['.unverified', 0, /verified/],
    ['.unverified-journal', 0, /verified/],
  ])('at copy.sqlite%s of a backup does not lead it elsewhere', async (ending, code, message) => {
    const [folder, precious] = [temporaryFolder(), `${temporaryFolder()}/passwd`];
    const { run } = await setUpCommands({});
    for (const [name, target] of Object.entries({ existing: precious, dangling: `${precious}-` })) {
      fs.writeFileSync(precious, 'precious');
      const file = path.join(folder, `${name}.sqlite`);
      fs.symlinkSync(target, file + ending);
      const { exitCode, stderr } = await run('backup', file);
      expect(exitCode).toBe(code);
      expect(stderr).toMatch(message);
      expect(fs.readFileSync(precious, 'utf8')).toBe('precious');
      expect(fs.existsSync(`${precious}-`)).toBe(false);
    }
  });

  it('at the place of a store creates none elsewhere', async () => {
    const [folder, other] = [temporaryFolder(), `${temporaryFolder()}/cron`];
    fs.symlinkSync(other, path.join(folder, 'inquiries.sqlite'));
    const { exitCode, stderr } = await runCommand(['migrate'], { DATA_DIR: folder });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('ELOOP');
    expect(fs.existsSync(other)).toBe(false);
  });
});

describe('backup --keep', () => {
  function age(file: string, days: number) {
    const seconds = (receivedMs - days * dayMs) / 1000;
    fs.utimesSync(file, seconds, seconds);
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
      for (const ending of ['', '.sha256']) fs.writeFileSync(path.join(folder, name + ending), '');
      age(path.join(folder, name), days);
    }
    const { run } = await setUpCommands({});
    const { stdout, stderr } = await run('backup', folder, '--keep', '3');
    const newest = 'inquiries-2026-11-21T120000.sqlite';
    expect(stdout).toBe(`${folder}/${newest}\n`);
    const select = (fate: string) => files.flatMap(([name, , own]) => (own === fate ? [name] : []));
    const removed = stderr.match(/(?<=^Removed .*\/)[^/]+(?=\.$)/gm);
    expect(removed?.sort()).toEqual(select('removed').sort());
    const kept = [newest, ...select('kept')].flatMap((name) => [name, `${name}.sha256`]);
    expect(fs.readdirSync(folder)).toEqual(kept.sort());
  });

  it('names a copy that cannot be removed, and goes on', async () => {
    const folder = temporaryFolder();
    const stuck = path.join(folder, 'inquiries-2026-11-01T033000.sqlite');
    const old = path.join(folder, 'inquiries-2026-11-02T033000.sqlite');
    fs.mkdirSync(stuck);
    fs.writeFileSync(old, '');
    for (const file of [stuck, old]) age(file, 9);
    const { store, run } = await setUpCommands();
    const { exitCode, stderr } = await run('backup', folder, '--keep', '3');
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`${stuck} could not be removed: `);
    expect(fs.existsSync(old)).toBe(false);
    expect(await readSharedValue(store, 'last-backup')).toBeDefined();
  });

  it('makes a missing folder, and keeps the new copy, although a clock makes it look old', async () => {
    const folder = path.join(temporaryFolder(), 'backups');
    const { env } = await setUpCommands({});
    await runCommand(['backup', folder, '--keep', '1'], env, Date.now() + 365 * dayMs);
    expect(modeOf(folder)).toBe('700');
    const name = expect.stringMatching(/^inquiries-20\d\d-.*\.sqlite/) as string;
    expect(fs.readdirSync(folder)).toEqual([name, name]);
  });

  it('can be repeated with the same name after a full disk', async () => {
    const { store, location } = await temporaryStore({ location: temporaryFile() });
    const copy = path.join(temporaryFolder(), 'copy.sqlite');
    const write = writeFileSync;
    vi.spyOn(fsModule, 'writeFileSync').mockImplementation((file, data, options) => {
      if (!String(file).endsWith('.sha256')) return write(file, data, options);
      vi.restoreAllMocks();
      write(file, '');
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    });
    const failed = await runCommand(['backup', copy], settingsFor(location));
    expect(failed.stderr).toContain('no space left on device');
    const { exitCode, stdout } = await runCommand(['backup', copy], settingsFor(location));
    expect([exitCode, stdout]).toEqual([0, `${copy}\n`]);
    await store.close();
  });

  it('removes only a copy that fails its verification, and records no backup', async () => {
    const { store } = await temporaryStore({ location: temporaryFile() });
    const location = temporaryFile();
    await backUpSqlite(store.name, location.file, '2026-11-21T03:00:00.000Z');
    emptyIndex(location.file);
    const folder = temporaryFolder();
    const old = 'inquiries-2026-11-02T033000.sqlite';
    fs.writeFileSync(path.join(folder, old), '');
    age(path.join(folder, old), 9);
    const argv = ['backup', folder, '--keep', '3'];
    const { exitCode, stdout, stderr } = await runCommand(argv, settingsFor(location));
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(
      /was removed\. .*\.sqlite\.unverified cannot be used: .*error code 11\. \[NOT_VERIFIED\]/s,
    );
    expect(stderr).toContain('stop the server and run "inquiries restore FILE"');
    expect(fs.readdirSync(folder)).toEqual([old]);
    const { store: damaged } = await temporaryStore({ location });
    expect(await readSharedValue(damaged, 'last-backup')).toBe('2026-11-21T03:00:00.000Z');
  });
});
