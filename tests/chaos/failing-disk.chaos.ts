import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../tools/start-server.ts';
import { runCommand } from '../fixtures/command-line.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';
import { expectStored, startSenders } from './senders.ts';

const senderCount = 8;
const loadMs = 5000;
const outageMs = 10_000;
const polling = { timeout: 60_000 };

interface Outage {
  /** Folder of the store. */
  folder: string;
  begin(): void | Promise<void>;
  /** What the log says. */
  advice: RegExp;
  /** Checks the running server at `url`. */
  check?(url: string): Promise<void>;
  /** Without it, the outage lasts until the server has stopped. */
  end?(): unknown;
  repair?(): void;
}

const outages: Record<string, () => Outage> = {
  'the disk is full': () => {
    const folder = temporaryFolder();
    const filler = path.join(folder, 'filler');
    mount(folder, () => run('mount', '-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder));
    return {
      folder,
      begin() {
        const { bavail, bsize } = statfsSync(folder);
        writeFileSync(filler, Buffer.alloc(bavail * bsize - 64 * 1024));
      },
      advice: /disk is full.*Free space on the disk of the store/,
      async check(url) {
        const rejected = await postInquiry(url, { message: 'x'.repeat(5000) });
        expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '5']);
        const { stdout } = await runCommand(['check'], { DATA_DIR: folder }, Date.now());
        expect(stdout).toMatch(/^failed +disk /m);
        expect(stdout).toMatch(/^ok +deliveries/m);
      },
      end: () => rmSync(filler),
    };
  },

  'the kernel remounts the disk read-only': () => {
    const { folder, image, mount } = mountImage();
    return {
      folder,
      begin() {
        run('sync', '-f', folder);
        const device = path.basename(run('findmnt', '-no', 'SOURCE', folder).trim());
        writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, 'chaos test');
      },
      advice: /Check that the disk works and is writable/,
      repair() {
        run('umount', folder);
        // Exit code 1: errors were found and corrected.
        run('sh', '-c', 'e2fsck -p "$1" || test $? -eq 1', 'sh', image);
        mount();
      },
    };
  },
};

it.each(Object.entries(outages))(
  'while %s, pages work, inquiries get 503 and none is lost',
  async (_, prepare) => {
    const { folder, begin, advice, check, end, repair } = prepare();
    const server = startServer({ DATA_DIR: folder });
    onTestFinished(async () => {
      server.kill('SIGKILL');
      await server.exited;
    });
    const url = await server.url;
    const statusCounts = new Map<number | undefined, number>();
    const count = (status: number) => () => statusCounts.get(status) ?? 0;
    const load = startSenders(
      senderCount,
      () => [url],
      (_, status) => statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1),
    );
    await sleep(loadMs);
    expect([...statusCounts.keys()]).toEqual([201]);

    await begin();
    await expect.poll(count(503), polling).toBeGreaterThan(0);
    // Requests in flight have their responses by then.
    await sleep(loadMs);
    statusCounts.clear();
    const until = Date.now() + outageMs;
    for (; Date.now() < until; await sleep(100)) expect(await statusOf(url)).toBe(200);
    const rejected = count(503)();
    expect([...statusCounts.keys()]).toEqual([503]);
    await expect.poll(() => statusOf(`${url}/readyz`), polling).toBe(503);
    await expect.poll(server.output, polling).toMatch(advice);
    await check?.(url);

    if (end) {
      await end();
      await expect.poll(count(201), polling).toBeGreaterThan(0);
      await expect.poll(() => statusOf(`${url}/readyz`), polling).toBe(200);
      statusCounts.clear();
      await sleep(loadMs);
      expect([...statusCounts.keys()]).toEqual([201]);
    }
    const acknowledged = await load.stop();
    server.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    repair?.();
    await expectStored({ file: path.join(folder, 'inquiries.sqlite') }, acknowledged);
    process.stdout.write(`${JSON.stringify({ acknowledged: acknowledged.size, rejected })}\n`);
  },
);

const statusOf = async (url: string) => (await fetch(url)).status;

/** Mounts a 64 MB file system image. */
function mountImage() {
  const outer = temporaryFolder();
  const image = path.join(outer, 'image');
  const folder = path.join(outer, 'disk');
  mkdirSync(folder);
  writeFileSync(image, Buffer.alloc(64 * 1024 * 1024));
  const mountAgain = () => run('mount', '-o', 'loop,errors=remount-ro', image, folder);
  mount(folder, () => {
    run('mkfs.ext4', '-q', image);
    mountAgain();
  });
  return { folder, image, mount: mountAgain };
}

/** Mounts a disk until the test ends. Throws if this user may not mount. */
function mount(folder: string, command: () => void) {
  try {
    command();
  } catch (cause) {
    throw new Error(
      'This test mounts a file system. Install e2fsprogs and run it as root on Linux, for example with sudo.',
      { cause },
    );
  }
  onTestFinished(() => void run('umount', folder));
}

function run(command: string, ...args: string[]) {
  return execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe' });
}
