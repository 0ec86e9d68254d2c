import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  createTestStore,
  listStoredInquiries,
  runCommand,
} from '../../../tests/fixtures/command-line.ts';
import { emptyIndex } from '../../../tests/fixtures/damage-store.ts';
import { fakeSleeps } from '../../../tests/fixtures/fake-sleeps.ts';
import { failStatement } from '../../../tests/fixtures/failing-store.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import {
  settingsFor,
  temporaryFile,
  temporaryFolder,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { readLastBackup } from '../../store/shared-values.ts';
import { backUpSqlite } from '../../store/sqlite/sqlite-maintenance.ts';
import { verifyCopy } from '../../store/sqlite/verify-copy.ts';

vi.hoisted(() => vi.resetModules());
vi.mock('node:timers/promises', { spy: true });

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
    const backUp = (file: string, at: string) => {
      let now = Date.parse(at);
      const clock = () => (now += 1000) - 1000;
      return runCommand(['backup', file], settingsFor(location), clock);
    };
    const { file } = temporaryFile();
    expect(await readLastBackup(store)).toBeUndefined();
    await backUp(temporaryFile().file, '2026-11-20T03:30:00.000Z');
    await backUp(file, '2026-11-21T03:30:00.000Z');
    expect(await readLastBackup(store)).toBe('2026-11-21T03:30:00.000Z');
    expect((await backUp(file, '2026-11-22T03:30:00.000Z')).exitCode).toBe(1);
    expect(await readLastBackup(store)).toBe('2026-11-21T03:30:00.000Z');
  });

  it('succeeds if its time cannot be recorded, and says so', async () => {
    const { store, location } = await temporaryStore();
    await failStatement(store, 'insert', 'secrets');
    const { file } = temporaryFile();
    const { exitCode, stdout, stderr } = await runCommand(['backup', file], settingsFor(location));
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${file}\n` });
    expect(stderr).toContain('The time of the backup could not be recorded: the metrics show');
  });

  it('contains everything acknowledged before, while the server runs', async () => {
    const { store } = await temporaryStore({ location: temporaryFile() });
    const submit = () => storeInquiry(store);
    await submit();
    const file = path.join(temporaryFolder(), 'inquiries.sqlite');
    await Promise.all([backUpSqlite(store.name, file), ...Array.from({ length: 20 }, submit)]);
    const copied = (await listStoredInquiries({ DATA_DIR: path.dirname(file) })).length;
    expect(copied).toBeGreaterThanOrEqual(1);
    expect(copied).toBeLessThanOrEqual(21);
  });

  it('does not overwrite a file', async () => {
    const file = path.join(temporaryFolder(), 'notes.txt');
    writeFileSync(file, 'precious');
    const { exitCode, stderr } = await runCommand(['backup', file], await createTestStore({}));
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`${file} could not be written: it exists already. [NOT_WRITTEN]`);
    expect(readFileSync(file, 'utf8')).toBe('precious');
  });

  it('leaves no empty file if the store is missing', async () => {
    const location = temporaryFile();
    const { store } = await temporaryStore({ location });
    const file = path.join(temporaryFolder(), 'copy.sqlite');
    rmSync(location.file);
    await expect(backUpSqlite(store.name, file)).rejects.toThrow();
    expect(existsSync(file)).toBe(false);
  });

  it('reports why writing failed', async () => {
    const file = path.join(temporaryFolder(), 'missing', 'copy.sqlite');
    const { exitCode, stderr } = await runCommand(['backup', file], await createTestStore({}));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/ENOENT.*\[NOT_WRITTEN\]/);
  });

  it('keeps a copy that fails its verification aside, names it, and records no backup', async () => {
    const { store } = await temporaryStore({ location: temporaryFile() });
    const location = temporaryFile();
    await backUpSqlite(store.name, location.file);
    emptyIndex(location.file);
    const folder = temporaryFolder();
    const copy = path.join(folder, 'copy.sqlite');
    const { exitCode, stdout, stderr } = await runCommand(['backup', copy], settingsFor(location));
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(
      /kept aside\. .*copy\.sqlite\.unverified cannot be used: .*error code 11\. \[NOT_VERIFIED\]/s,
    );
    expect(readdirSync(folder)).toEqual(['copy.sqlite.unverified']);
    const { store: damaged } = await temporaryStore({ location });
    expect(await readLastBackup(damaged)).toBeUndefined();
  });

  it('compares the rows of each table with those of its snapshot', async () => {
    const { store } = await temporaryStore({ location: temporaryFile() });
    await storeInquiry(store);
    const { file } = temporaryFile();
    await backUpSqlite(store.name, file);
    await expect(verifyCopy(file, { rows: { inquiries: 2 } })).rejects.toThrow(
      `${file} cannot be used: it does not have the rows of the store`,
    );
  });
});

describe('backup --at', () => {
  it('backs up at once, then each day at this time, and an hour after a failure', async () => {
    const { pending, finish } = fakeSleeps();
    const { location } = await temporaryStore({ location: temporaryFile() });
    const folder = path.join(temporaryFolder(), 'backups');
    mkdirSync(folder);
    let now = Date.parse('2026-11-20T21:07:09.500Z');
    let hasEnded = false;
    const clock = () => {
      if (hasEnded) throw new Error('The test has ended');
      return now;
    };
    const argv = ['backup', folder, '--at', '03:30', '--keep', '2'];
    const running = runCommand(argv, settingsFor(location), clock);
    const copies = () => readdirSync(folder).filter((name) => name.endsWith('.sqlite'));
    /** Waits for the next sleep, which ends at `time`, and ends it. */
    const wakeAt = async (time: string) => {
      await expect
        .poll(() => pending().map((ms) => new Date(now + ms).toISOString()))
        .toEqual([time]);
      now = Date.parse(time);
      finish();
    };
    await wakeAt('2026-11-20T21:07:09.500Z');
    await wakeAt('2026-11-21T03:30:00.000Z');
    await wakeAt('2026-11-22T03:30:00.000Z');
    await expect
      .poll(copies)
      .toEqual(['inquiries-2026-11-21T033000.sqlite', 'inquiries-2026-11-22T033000.sqlite']);
    renameSync(folder, `${folder}.unmounted`);
    await wakeAt('2026-11-23T03:30:00.000Z');
    await wakeAt('2026-11-23T04:30:00.000Z');
    // Fails again.
    await wakeAt('2026-11-23T04:30:00.000Z');
    await expect.poll(pending).toEqual([3_600_000]);
    renameSync(`${folder}.unmounted`, folder);
    await wakeAt('2026-11-23T05:30:00.000Z');
    await wakeAt('2026-11-23T05:30:00.000Z');
    await expect.poll(pending).toEqual([22 * 3_600_000]);
    expect(copies().at(-1)).toBe('inquiries-2026-11-23T053000.sqlite');
    hasEnded = true;
    finish();
    await expect(running).rejects.toThrow('The test has ended');
  });

  it('needs a folder and a time of day', async () => {
    const env = await createTestStore({});
    const file = temporaryFile().file;
    expect((await runCommand(['backup', file, '--at', '03:30'], env)).exitCode).toBe(2);
    expect((await runCommand(['backup', temporaryFolder(), '--at', '24:00'], env)).exitCode).toBe(
      2,
    );
  });
});

describe('backup --keep', () => {
  /** Creates a file that is `hours` old, and returns its name. */
  function createFile(folder: string, name: string, hours: number, content = 'foreign') {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    const seconds = Date.now() / 1000 - hours * 3600;
    utimesSync(file, seconds, seconds);
    return name;
  }

  async function backUpThrice(folder: string) {
    const env = await createTestStore({});
    const names = ['a.sqlite', 'c.sqlite', 'b.sqlite'];
    for (const [index, name] of names.entries()) {
      const file = path.join(folder, name);
      expect((await runCommand(['backup', file], env)).exitCode).toBe(0);
      createFile(folder, name, 72 - 24 * index, readFileSync(file, 'latin1'));
    }
    return env;
  }

  it('removes older verified copies, and only these', async () => {
    const folder = temporaryFolder();
    const env = await backUpThrice(folder);
    const hash = 'a'.repeat(64);
    const foreign = [
      createFile(folder, 'other.iso', 90),
      createFile(folder, 'other.iso.sha256', 90, `${hash}  other.iso\n`),
      createFile(folder, 'unhashed.sqlite', 90),
      // Copied with the file of another copy beside it.
      createFile(folder, 'moved.sqlite', 90),
      createFile(
        folder,
        'moved.sqlite.sha256',
        90,
        readFileSync(`${folder}/a.sqlite.sha256`, 'utf8'),
      ),
    ];
    mkdirSync(path.join(folder, 'folder.sha256'));
    createFile(folder, 'old.sqlite.unverified', 50);
    const failed = createFile(folder, 'new.sqlite.unverified', 2);
    const file = path.join(folder, 'd.sqlite');
    const { stdout } = await runCommand(['backup', file, '--keep', '3', '--json'], env);
    expect(JSON.parse(stdout)).toMatchObject({
      file,
      inquiries: 1,
      removed: ['a.sqlite', 'old.sqlite.unverified'].map((name) => path.join(folder, name)),
    });
    const kept = ['b.sqlite', 'c.sqlite', 'd.sqlite'].flatMap((name) => [name, `${name}.sha256`]);
    expect(readdirSync(folder)).toEqual([...kept, ...foreign, failed, 'folder.sha256'].sort());
  });

  it('removes none if the new copy fails, and keeps the new one of --keep 1', async () => {
    const folder = temporaryFolder();
    const env = await backUpThrice(folder);
    const before = readdirSync(folder);
    const fails = await runCommand(['backup', `${folder}/b.sqlite`, '--keep', '1'], env);
    expect(fails.exitCode).toBe(1);
    expect(readdirSync(folder)).toEqual(before);
    // A clock that was ahead.
    createFile(folder, 'b.sqlite', -5, readFileSync(`${folder}/b.sqlite`, 'latin1'));
    await runCommand(['backup', `${folder}/d.sqlite`, '--keep', '1'], env);
    expect(readdirSync(folder)).toEqual(['d.sqlite', 'd.sqlite.sha256']);
    expect((await runCommand(['backup', `${folder}/e.sqlite`, '--keep', '0'], env)).exitCode).toBe(
      2,
    );
  });
});
