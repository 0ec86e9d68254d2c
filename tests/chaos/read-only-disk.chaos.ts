import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { openStore } from '../../src/store/open-store.ts';
import { startServer } from '../../tools/start-server.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';
import { startSenders } from './senders.ts';

const senderCount = 8;
const loadMs = 3000;
const refusedMs = 10_000;
const polling = { timeout: 60_000 };
/** Not `-shm`, whose memory the kernel then takes from the process: SIGBUS, and a supervisor's start. */
const writtenFiles = ['inquiries.sqlite', 'inquiries.sqlite-wal'];

it('files that may not be written any more cost 503s until they may, without a restart', async () => {
  const disk = mountDisk();
  const files = writtenFiles.map((name) => path.join(disk.folder, name));
  const { meanwhile, load, end, counted } = await rejectWrites(disk, () =>
    run('chattr', '+i', files),
  );
  run('chattr', '-i', files);
  await expect.poll(() => counted.get(201) ?? 0, polling).toBeGreaterThan(0);
  const acknowledged = await load.stop();
  await end();

  await expectStored(disk.folder, acknowledged);
  printStats({ meanwhile, acknowledged });
});

it('a disk that the system makes read-only costs 503s and nothing that was acknowledged', async () => {
  const disk = mountDisk();
  const { meanwhile, load, end } = await rejectWrites(disk, disk.fail);
  const acknowledged = await load.stop();
  await end();

  disk.repair();
  await expectStored(disk.folder, acknowledged);
  printStats({ meanwhile, acknowledged });
});

/** A loaded server, whose store refuses to be written once `refuse` has been called. */
async function rejectWrites({ folder }: Disk, refuse: () => void) {
  const server = startServer({ DATA_DIR: folder });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await server.exited;
  });
  const url = await server.url;
  const counted = new Map<number | undefined, number>();
  const load = startSenders(
    senderCount,
    () => [url],
    (_, status) => counted.set(status, (counted.get(status) ?? 0) + 1),
  );
  await sleep(loadMs);
  expect([...counted.keys()]).toEqual([201]);
  // What of -shm is on disk asks the file system anew before its next write to memory.
  run('sync', '-f', [folder]);
  refuse();
  await expect.poll(() => counted.get(503) ?? 0, polling).toBeGreaterThan(0);
  counted.clear();
  const until = Date.now() + refusedMs;
  for (; Date.now() < until; await sleep(100)) expect(await statusOf(url)).toBe(200);
  const meanwhile = Object.fromEntries(counted);
  expect(Object.keys(meanwhile)).toEqual(['503']);
  await expect.poll(() => statusOf(`${url}/readyz`), polling).toBe(503);
  await expect
    .poll(() => server.output(), polling)
    .toMatch(/See whether the disk works and may be written/);
  counted.clear();
  const end = async () => {
    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  };
  return { meanwhile, load, end, counted };
}

const statusOf = async (url: string) => (await fetch(url)).status;

async function expectStored(folder: string, acknowledged: Set<string>) {
  const store = await openStore({ file: path.join(folder, 'inquiries.sqlite') });
  const stored = (await listInquiries(store)).map(({ message }) => message);
  const { damage } = (await store.checkStorage(true)) ?? {};
  await store.close();
  expect(damage).toEqual([]);
  expect([...acknowledged].filter((message) => !stored.includes(message))).toEqual([]);
  expect(new Set(stored).size).toBe(stored.length);
}

const printStats = ({
  meanwhile,
  acknowledged,
}: {
  meanwhile: object;
  acknowledged: Set<string>;
}) => process.stdout.write(`${JSON.stringify({ meanwhile, acknowledged: acknowledged.size })}\n`);

interface Disk {
  folder: string;
  /** What the kernel does when it finds a fault: nothing more is written. */
  fail(): void;
  /** Checks the file system, which can only then be written again. */
  repair(): void;
}

/** A file system of 64 MB in a file; throws where this user may not mount one. */
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
    const needs =
      'This drill mounts a file system: run it on Linux as root, such as by sudo, with e2fsprogs';
    throw new Error(needs, { cause });
  }
  onTestFinished(() => void run('umount', folder));
  return {
    folder,
    fail: () => {
      const device = run('findmnt', '-no', ['SOURCE', folder]).trim();
      writeFileSync(`/sys/fs/ext4/${path.basename(device)}/trigger_fs_error`, 'a drill');
    },
    repair: () => {
      run('umount', folder);
      // 1: faults were found and mended, such as the one that was made up.
      run('sh', '-c', ['e2fsck -p "$1" || test $? -eq 1', 'sh', image]);
      mount();
    },
  };
}

function run(command: string, option: string, rest: string[] = []) {
  return execFileSync(command, [option, ...rest], { encoding: 'utf8', stdio: 'pipe' });
}
