import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { openStore } from '../../src/store/open-store.ts';
import { findDamage } from '../../src/store/sqlite/sqlite-maintenance.ts';
import { startServer } from '../../tools/start-server.ts';
import { runCommand } from '../fixtures/command-line.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';
import { startSenders } from './senders.ts';

const senderCount = 8;
const loadMs = 5000;
const fullMs = 10_000;

it('with a full disk, inquiries get 503 and none is lost; they are stored again once there is space', async () => {
  const folder = mountSmallDisk();
  const location = { file: path.join(folder, 'inquiries.sqlite') };
  const server = startServer({ DATA_DIR: folder });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await server.exited;
  });
  const url = await server.url;
  const statusCounts = new Map<string, number>();
  const countStatuses = async (ms: number) => {
    statusCounts.clear();
    await sleep(ms);
    return Object.fromEntries(statusCounts);
  };
  const load = startSenders(
    senderCount,
    () => [url],
    (_, status) => statusCounts.set(String(status), (statusCounts.get(String(status)) ?? 0) + 1),
  );

  const before = await countStatuses(loadMs);
  const filler = path.join(folder, 'filler');
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(filler, Buffer.alloc(bavail * bsize - 64 * 1024));
  await expect.poll(() => statusCounts.get('503') ?? 0, { timeout: 60_000 }).toBeGreaterThan(0);
  const duringOutage = await countStatuses(fullMs);
  const rejected = await fetch(`${url}/api/contact-form`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...sampleInquiry, message: 'x'.repeat(5000) }),
  });
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await fetch(url)).status).toBe(200);
  await expect
    .poll(() => server.output())
    .toMatch(/disk is full.*Free space on the disk of the store/);
  const check = await runCommand(['check'], { DATA_DIR: folder }, Date.now());
  expect(check.stdout).toMatch(/^failed +disk /m);
  expect(check.stdout).toMatch(/^failed +store .*disk is full\n +Free space on the disk/m);
  const readiness = await fetch(`${url}/readyz`);
  expect([readiness.status, await readiness.json()]).toEqual([
    503,
    { status: 'not ready', failed: ['store'] },
  ]);
  expect(check.stdout).toMatch(/^ok +integrity .*(\n.*)*\nok +deliveries/m);

  rmSync(filler);
  await expect.poll(() => statusCounts.get('201') ?? 0).toBeGreaterThan(duringOutage['201'] ?? 0);
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
  const after = await countStatuses(loadMs);
  const acknowledged = await load.stop();
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);

  const store = await openStore(location);
  const stored = (await listInquiries(store)).map(({ message }) => message);
  await store.close();
  const stats = { before, duringOutage, after, acknowledged: acknowledged.size };
  process.stdout.write(`${JSON.stringify(stats)}\n`);
  expect(findDamage(location.file, true).damage).toEqual([]);
  expect([...acknowledged].filter((message) => !stored.includes(message))).toEqual([]);
  expect(new Set(stored).size).toBe(stored.length);
  expect(Object.keys(before)).toEqual(['201']);
  expect(Object.keys(duringOutage)).toEqual(['503']);
  expect(Object.keys(after)).toEqual(['201']);
});

/** Mounts a 48 MB tmpfs. Throws if this user may not mount. */
function mountSmallDisk() {
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder], { stdio: 'pipe' });
  } catch (cause) {
    throw new Error('This test mounts a tmpfs. Run it as root on Linux, for example with sudo.', {
      cause,
    });
  }
  onTestFinished(() => void execFileSync('umount', [folder]));
  return folder;
}
