import { execFileSync } from 'node:child_process';
import { chownSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { freePort } from '../../tools/start-server.ts';
import { runCommand } from '../fixtures/command-line.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { expectStored, startSenders } from '../fixtures/senders.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

const loadMs = 5000;
const polling = { timeout: 60_000 };

const statusOf = async (url: string) => (await fetch(url)).status;

it('while the disk is full, pages work, inquiries get 503 and none is lost', async () => {
  const folder = mountSmallDisk();
  const server = startTestServer({ DATA_DIR: folder });
  const url = await server.url;
  const statuses = new Set<number | undefined>();
  const onResponse = (status: number | undefined) => statuses.add(status);
  const load = startSenders({ count: 8, urls: () => [url], onResponse });
  await sleep(loadMs);
  expect([...statuses]).toEqual([201]);

  const filler = path.join(folder, 'filler');
  const { bavail, bsize } = statfsSync(folder);
  // The server stores inquiries while the file is written.
  writeFileSync(filler, Buffer.alloc(bavail * bsize - 1024 * 1024));
  await expect.poll(() => [...statuses], polling).toContain(503);
  // Requests in flight have their responses by then.
  await sleep(loadMs);
  statuses.clear();
  for (const until = Date.now() + loadMs; Date.now() < until; await sleep(100))
    expect(await statusOf(url)).toBe(200);
  expect([...statuses]).toEqual([503]);
  await expect.poll(() => statusOf(`${url}/readyz`), polling).toBe(503);
  expect(server.output()).toMatch(/nearly full.*Free space on the disk of the store/);
  const rejected = await postInquiry(url, { message: 'x'.repeat(5000) });
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '5']);
  const { stdout } = await runCommand(['check'], { DATA_DIR: folder }, Date.now());
  expect(stdout).toMatch(
    /^failed +disk .*\n +Free disk space: below 64 MB, inquiries are refused\.$/m,
  );

  rmSync(filler);
  await expect.poll(() => [...statuses], polling).toContain(201);
  await expect.poll(() => statusOf(`${url}/readyz`), polling).toBe(200);
  statuses.clear();
  await sleep(loadMs);
  expect([...statuses]).toEqual([201]);
  const acknowledged = await load.stop();
  await server.stop('SIGTERM');
  await expectStored({ kind: 'sqlite', file: path.join(folder, 'inquiries.sqlite') }, acknowledged);
});

it.each(['full', 'read-only'] as const)(
  'a server that starts with a %s disk serves pages, and takes inquiries when the disk does',
  async (fault) => {
    const folder = mountSmallDisk();
    const filler = path.join(folder, 'filler');
    if (fault === 'full') fillDisk(filler);
    else remount(folder, 'ro');
    const PORT = String(await freePort());
    const url = `http://127.0.0.1:${PORT}`;
    const server = startTestServer({ DATA_DIR: folder, PORT });
    await expect.poll(() => statusOf(url).catch(() => 0), polling).toBe(200);
    expect((await postInquiry(url)).status).toBe(503);
    expect(await statusOf(`${url}/readyz`)).toBe(503);
    expect(server.output()).toContain('Free space on the disk of the store');

    if (fault === 'full') rmSync(filler);
    else remount(folder, 'rw');
    await expect.poll(() => statusOf(`${url}/readyz`), polling).toBe(200);
    expect((await postInquiry(url)).status).toBe(201);
    await server.stop('SIGTERM');
  },
);

it.each(['file', 'folder'] as const)(
  'a server whose store has a %s of another user serves pages, and takes inquiries once it owns it',
  async (kind) => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'inquiries.sqlite');
    await (await openStore({ kind: 'sqlite', file })).close();
    const foreign = { file, folder }[kind];
    chownSync(foreign, 65_534, 65_534);
    const PORT = String(await freePort());
    const url = `http://127.0.0.1:${PORT}`;
    // Root without the right to pass over the permissions of files.
    const withoutOverride = ['setpriv', '--bounding-set=-dac_override,-dac_read_search'];
    const server = startTestServer({ DATA_DIR: folder, PORT }, undefined, withoutOverride);
    await expect.poll(() => statusOf(url).catch(() => 0), polling).toBe(200);
    expect((await postInquiry(url)).status).toBe(503);
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'not ready', failed: ['store'] },
    ]);
    expect(server.output()).toMatch(/user owns the folder.*The store cannot be opened yet/);

    chownSync(foreign, 0, 0);
    await expect.poll(() => statusOf(`${url}/readyz`), polling).toBe(200);
    expect((await postInquiry(url)).status).toBe(201);
    await server.stop('SIGTERM');
  },
);

/** Mounts a disk of 200 MB until the test ends. */
function mountSmallDisk() {
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', folder], { stdio: 'pipe' });
  } catch (cause) {
    throw new Error('This test mounts a file system: run it as root on Linux.', { cause });
  }
  onTestFinished(() => void execFileSync('umount', [folder]));
  return folder;
}

const remount = (folder: string, mode: 'ro' | 'rw') =>
  execFileSync('mount', ['-o', `remount,${mode}`, folder]);

/** Writes until no byte is left. */
function fillDisk(file: string) {
  const { bavail, bsize } = statfsSync(path.dirname(file));
  writeFileSync(file, Buffer.alloc(bavail * bsize));
}
