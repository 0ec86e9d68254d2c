import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createTestStore,
  listStoredInquiries,
  runCommand,
} from '../../../tests/fixtures/command-line.ts';
import { failStatement } from '../../../tests/fixtures/failing-store.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import {
  settingsFor,
  temporaryFile,
  temporaryFolder,
  temporaryStore,
} from '../../../tests/fixtures/temporary-store.ts';
import { readLastBackup } from '../../store/shared-values.ts';

describe('backup', () => {
  it('writes a complete store that only this user can read', async () => {
    const env = await createTestStore({ mark: { status: 'spam' } }, {});
    const folder = temporaryFolder();
    const file = path.join(folder, 'copy.sqlite');
    const { exitCode, stdout } = await runCommand(['backup', file], env);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${file}\n` });
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');

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
    await Promise.all([store.backUp?.(file), ...Array.from({ length: 20 }, submit)]);
    const copied = (await listStoredInquiries({ DATA_DIR: path.dirname(file) })).length;
    expect(copied).toBeGreaterThanOrEqual(1);
    expect(copied).toBeLessThanOrEqual(21);
  });

  it('does not overwrite a file', async () => {
    const file = path.join(temporaryFolder(), 'notes.txt');
    writeFileSync(file, 'precious');
    const { exitCode, stderr } = await runCommand(['backup', file], await createTestStore({}));
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`EEXIST: file already exists, open '${file}'. [NOT_WRITTEN]`);
    expect(readFileSync(file, 'utf8')).toBe('precious');
  });

  it('leaves no empty file if the store is missing', async () => {
    const location = temporaryFile();
    const { store } = await temporaryStore({ location });
    const file = path.join(temporaryFolder(), 'copy.sqlite');
    rmSync(location.file);
    await expect(store.backUp?.(file)).rejects.toThrow();
    expect(existsSync(file)).toBe(false);
  });

  it('reports why writing failed', async () => {
    const file = path.join(temporaryFolder(), 'missing', 'copy.sqlite');
    const { exitCode, stderr } = await runCommand(['backup', file], await createTestStore({}));
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/ENOENT.*\[NOT_WRITTEN\]/);
  });
});
