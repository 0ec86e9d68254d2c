import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { readLastBackup } from '../../src/store/shared-values.ts';
import { runCommand } from '../fixtures/command-line.ts';
import { insertInquiries } from '../fixtures/store-inquiry.ts';
import { temporaryFile, temporaryFolder } from '../fixtures/temporary-store.ts';

const rounds = 30;

async function largeStore() {
  const { file } = temporaryFile();
  const store = await openStore({ file });
  await insertInquiries(store, 30_000);
  onTestFinished(() => store.close());
  return { store, file, env: { DATA_DIR: path.dirname(file) } };
}

it('a backup that is killed at a random time leaves no copy that looks verified', async () => {
  const { env } = await largeStore();
  const folder = temporaryFolder();
  const file = path.join(folder, 'copy.sqlite');
  const start = () =>
    spawn(process.execPath, ['src/cli/main.ts', 'backup', file], { env, stdio: 'ignore' });
  const startedMs = performance.now();
  await once(start(), 'close');
  const durationMs = performance.now() - startedMs;
  expect(readdirSync(folder)).toEqual(['copy.sqlite', 'copy.sqlite.sha256']);

  const left = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    for (const name of [file, `${file}.sha256`]) rmSync(name, { force: true });
    const program = start();
    await sleep(durationMs * (0.3 + 0.7 * Math.random()));
    program.kill('SIGKILL');
    if (program.exitCode === null && program.signalCode === null) await once(program, 'close');
    left.add(readdirSync(folder).join(' '));
    if (!existsSync(file)) continue;
    execFileSync('sha256sum', ['--check', '--strict', 'copy.sqlite.sha256'], { cwd: folder });
    expect((await runCommand(['restore', file], { DATA_DIR: temporaryFolder() })).exitCode).toBe(0);
  }
  expect(left).toContain('copy.sqlite.unverified');
  process.stdout.write(`${JSON.stringify([...left])}\n`);

  rmSync(file, { force: true });
  expect((await runCommand(['backup', file], env)).exitCode).toBe(0);
  expect(readdirSync(folder)).toEqual(['copy.sqlite', 'copy.sqlite.sha256']);
});

it('a backup to a full disk fails, records nothing and leaves nothing', async () => {
  const { store, file: source, env } = await largeStore();
  const folder = temporaryFolder();
  // Room for the copy, but for half of it at first.
  const bytes = statSync(source).size + statSync(`${source}-wal`).size;
  const mount = (size: number, ...options: string[]) =>
    execFileSync('mount', [
      '-t',
      'tmpfs',
      '-o',
      [...options, `size=${size}`].join(),
      'tmpfs',
      folder,
    ]);
  mount(Math.floor(bytes / 2));
  onTestFinished(() => void execFileSync('umount', [folder]));
  const file = path.join(folder, 'copy.sqlite');
  const { exitCode, stderr } = await runCommand(['backup', file, '--keep', '1'], env);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringMatching(
      /could not be written: .*full.*\[NOT_WRITTEN\]\n.*free space/,
    ) as string,
  });
  expect(readdirSync(folder)).toEqual([]);
  expect(await readLastBackup(store)).toBeUndefined();
  mount(2 * bytes, 'remount');
  expect((await runCommand(['backup', file], env)).exitCode).toBe(0);
});
