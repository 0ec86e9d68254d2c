import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { openStore } from '../../src/store/open-store.ts';
import { findDamage } from '../../src/store/sqlite/sqlite-maintenance.ts';
import { startServer } from '../../tools/start-server.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';
import { startSenders } from './senders.ts';

const senderCount = 8;
const loadMs = 3000;
const outageMs = 10_000;
const polling = { timeout: 60_000 };
/** Excludes `-shm`: it is mapped into memory, and the process would be killed by SIGBUS. */
const writtenFiles = ['inquiries.sqlite', 'inquiries.sqlite-wal'];

it('while the files of the store are immutable, inquiries get 503; they are stored again without a restart', async () => {
  const disk = mountDisk();
  const files = writtenFiles.map((name) => path.join(disk.folder, name));
  const { duringOutage, load, end, statusCounts } = await rejectWrites(disk, () =>
    run('chattr', '+i', files),
  );
  run('chattr', '-i', files);
  await expect.poll(() => statusCounts.get(201) ?? 0, polling).toBeGreaterThan(0);
  const acknowledged = await load.stop();
  await end();

  await expectStored(disk.folder, acknowledged);
  printStats({ duringOutage, acknowledged });
});

it('when the kernel remounts the disk read-only, inquiries get 503 and no acknowledged inquiry is lost', async () => {
  const disk = mountDisk();
  const { duringOutage, load, end } = await rejectWrites(disk, disk.fail);
  const acknowledged = await load.stop();
  await end();

  disk.repair();
  await expectStored(disk.folder, acknowledged);
  printStats({ duringOutage, acknowledged });
});

/** Starts a server under load, then calls `preventWrites` and waits for 503s. */
async function rejectWrites({ folder }: Disk, preventWrites: () => void) {
  const server = startServer({ DATA_DIR: folder });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await server.exited;
  });
  const url = await server.url;
  const statusCounts = new Map<number | undefined, number>();
  const load = startSenders(
    senderCount,
    () => [url],
    (_, status) => statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1),
  );
  await sleep(loadMs);
  expect([...statusCounts.keys()]).toEqual([201]);
  // After a sync, the kernel checks permissions again at the next write to the mapped -shm file.
  run('sync', '-f', [folder]);
  preventWrites();
  await expect.poll(() => statusCounts.get(503) ?? 0, polling).toBeGreaterThan(0);
  statusCounts.clear();
  const until = Date.now() + outageMs;
  for (; Date.now() < until; await sleep(100)) expect(await statusOf(url)).toBe(200);
  const duringOutage = Object.fromEntries(statusCounts);
  expect(Object.keys(duringOutage)).toEqual(['503']);
  await expect.poll(() => statusOf(`${url}/readyz`), polling).toBe(503);
  await expect
    .poll(() => server.output(), polling)
    .toMatch(/Check that the disk works and is writable/);
  statusCounts.clear();
  const end = async () => {
    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  };
  return { duringOutage, load, end, statusCounts };
}

const statusOf = async (url: string) => (await fetch(url)).status;

async function expectStored(folder: string, acknowledged: Set<string>) {
  const store = await openStore({ file: path.join(folder, 'inquiries.sqlite') });
  const stored = (await listInquiries(store)).map(({ message }) => message);
  await store.close();
  expect(findDamage(store.name, true).damage).toEqual([]);
  expect([...acknowledged].filter((message) => !stored.includes(message))).toEqual([]);
  expect(new Set(stored).size).toBe(stored.length);
}

const printStats = ({
  duringOutage,
  acknowledged,
}: {
  duringOutage: object;
  acknowledged: Set<string>;
}) =>
  process.stdout.write(`${JSON.stringify({ duringOutage, acknowledged: acknowledged.size })}\n`);

interface Disk {
  folder: string;
  /** Triggers a file system error, after which the kernel remounts the disk read-only. */
  fail(): void;
  /** Repairs the file system, so that it can be mounted writable again. */
  repair(): void;
}

/** Mounts a 64 MB file system image. Throws if this user may not mount. */
function mountDisk(): Disk {
  const outer = temporaryFolder();
  const image = path.join(outer, 'image');
  const folder = path.join(outer, 'disk');
  mkdirSync(folder);
  writeFileSync(image, Buffer.alloc(64 * 1024 * 1024));
  const mount = () => run('mount', '-o', ['loop,errors=remount-ro', image, folder]);
  try {
    run('mkfs.ext4', '-q', [image]);
    mount();
  } catch (cause) {
    throw new Error(
      'This test mounts a file system. Install e2fsprogs and run it as root on Linux, for example with sudo.',
      { cause },
    );
  }
  onTestFinished(() => void run('umount', folder));
  return {
    folder,
    fail: () => {
      const device = run('findmnt', '-no', ['SOURCE', folder]).trim();
      writeFileSync(`/sys/fs/ext4/${path.basename(device)}/trigger_fs_error`, 'chaos test');
    },
    repair: () => {
      run('umount', folder);
      // Exit code 1: errors were found and corrected.
      run('sh', '-c', ['e2fsck -p "$1" || test $? -eq 1', 'sh', image]);
      mount();
    },
  };
}

function run(command: string, option: string, rest: string[] = []) {
  return execFileSync(command, [option, ...rest], { encoding: 'utf8', stdio: 'pipe' });
}
