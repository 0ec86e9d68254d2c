import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { startSenders } from '../fixtures/senders.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

const polling = { timeout: 120_000 };
/** Enough for automatic checkpoints, each after 1000 pages. */
const inquiriesPerRun = 400;

it('every inquiry is synced with the names of its files before it is acknowledged', async () => {
  const machine = createMachine();
  const acknowledged = await machine.runUnderLoad(['SIGKILL', 'SIGTERM', 'SIGTERM']);
  const { unsynced, responses, syncs } = machine.readCalls();
  expect(unsynced).toEqual([]);
  expect(responses).toBeGreaterThanOrEqual(acknowledged.size);
  // The runs cover group commits, and checkpoints other than those at each start and stop.
  expect(syncs('.sqlite-wal')).toBeLessThan(responses);
  expect(syncs('.sqlite')).toBeGreaterThan(6);
});

it('a commit that a killed server had not synced is synced before its repeat is acknowledged', async () => {
  const machine = createMachine();
  const killed = machine.start({}, '-e', 'inject=fsync:signal=KILL:when=40');
  const url = await killed.url;
  const post = (number: number) =>
    postInquiry(url, { role: `Number ${number}` }).then(({ status }) => status);
  let number = 0;
  while ((await post(number).catch(() => undefined)) === 201) number += 1;
  await killed.ended();
  expect(machine.readCalls().left).toEqual(['inquiries.sqlite-wal']);

  // The repeat is the first request, which waits until the store is open.
  const restarted = machine.start({ PORT: new URL(url).port });
  while ((await post(number).catch(() => undefined)) !== 201);
  restarted.kill('SIGKILL');
  await restarted.ended();
  expect(machine.readCalls()).toMatchObject({ unsynced: [], responses: number + 1 });
});

/** A folder, and servers on it one after the other, whose system calls are recorded. */
function createMachine() {
  const root = temporaryFolder();
  const records = temporaryFolder();
  const recordings: string[] = [];

  function start(changes: Record<string, string> = {}, ...straceOptions: string[]) {
    const recording = path.join(records, String(recordings.length));
    recordings.push(recording);
    // The server creates this folder.
    const settings = { DATA_DIR: path.join(root, 'new', 'data'), ...changes };
    const wrapper = straceCommand(recording, ...straceOptions);
    const server = startTestServer(settings, undefined, wrapper);
    const ended = async () => {
      await server.exited;
      const isComplete = () =>
        /\+\+\+ (exited|killed).*\n$/.test(readFileSync(recording, 'latin1').slice(-200));
      await expect.poll(isComplete, polling).toBe(true);
    };
    return { ...server, ended };
  }

  /** Starts a server for each signal and ends it under load. Resolves to what clients know as stored. */
  async function runUnderLoad(signals: NodeJS.Signals[]) {
    let url: string | undefined;
    let stored = 0;
    const onResponse = (status: number | undefined) => (stored += status === 201 ? 1 : 0);
    const load = startSenders({ count: 16, urls: () => [url], onResponse, delayMs: 50 });
    for (const [index, signal] of signals.entries()) {
      const server = start();
      url = await server.url;
      await expect
        .poll(() => stored, polling)
        .toBeGreaterThanOrEqual(inquiriesPerRun * (index + 1));
      server.kill(signal);
      await server.ended();
      url = undefined;
    }
    return load.stop();
  }

  return { start, runUnderLoad, readCalls: () => readCalls(root, recordings) };
}

/**
 * Returns the command that records the file calls and responses of a program in `file`. Needs Linux;
 * in a container --cap-add=SYS_PTRACE.
 */
function straceCommand(file: string, ...options: string[]): string[] {
  const trace = 'trace=openat,mkdir,pwrite64,fsync,fdatasync,write,writev';
  // -D: the program stays a child of this process.
  return ['strace', '-D', '-f', '-y', '-s', '200', '-e', trace, ...options, '-o', file];
}

/** Replays the recorded calls, and keeps which files and folders have changes that are not synced. */
function readCalls(root: string, recordings: string[]) {
  const dirty = new Set<string>();
  const known = new Set<string>();
  const synced: string[] = [];
  const unsynced: string[][] = [];
  let responses = 0;
  const lines = recordings.flatMap((file) => readMainThread(readFileSync(file, 'latin1')));
  for (const line of lines) {
    const [, name = '', changed] = /^(\w+)\(\d+<([^>]*)>/.exec(line) ?? [];
    const [, created] = /^(?:mkdir\(|openat\(.*O_CREAT.*<)"?([^">]*)/.exec(line) ?? [];
    if (/^writev?\(.*"HTTP\/1\.1 201 /.test(line)) {
      responses += 1;
      if (dirty.size > 0) unsynced.push(listDirty());
    } else if (created !== undefined && isBelow(created) && !known.has(created)) {
      known.add(created);
      dirty.add(path.dirname(created));
    } else if (changed !== undefined && name === 'pwrite64' && isBelow(changed)) {
      dirty.add(changed);
    } else if (changed !== undefined && /^f(data)?sync$/.test(name)) {
      // A call at which the server was killed has no result.
      if (!line.endsWith('= 0')) continue;
      dirty.delete(changed);
      synced.push(changed);
    }
  }
  return {
    responses,
    /** The unsynced names at each response that acknowledged an inquiry. */
    unsynced,
    left: listDirty(),
    syncs: (ending: string) => synced.filter((file) => file.endsWith(ending)).length,
  };

  function listDirty() {
    return [...dirty].map((file) => path.basename(file));
  }

  // SQLite maps the log's index into memory, and rebuilds it after a crash.
  function isBelow(file: string) {
    return file.startsWith(root + path.sep) && !file.endsWith('-shm');
  }
}

/** Returns the calls of the main thread, which are in order. */
function readMainThread(text: string): string[] {
  const [thread = ''] = /^\d+/.exec(text) ?? [];
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${thread} `))
    .map((line) => line.slice(thread.length).trim())
    .join('\n')
    .replaceAll(/ <unfinished \.\.\.>\n<\.\.\. \w+ resumed>/g, '')
    .split('\n');
}
