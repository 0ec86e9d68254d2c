import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import { findDamage } from '../../src/store/sqlite/sqlite-maintenance.ts';
import { startServer } from '../../tools/start-server.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';
import { startSenders } from './senders.ts';
import { readSystemCalls, straceCommand, type SystemCall } from './system-calls.ts';
import { createUnsyncedDisk } from './unsynced-disk.ts';

/** Created by the first server. */
const dataFolder = ['new', 'data'];
const senderCount = 16;
const delayMs = 50;
const polling = { timeout: 120_000 };
/** Enough for automatic checkpoints, each after 1000 pages. */
const inquiriesPerRun = 400;

it('no acknowledged inquiry is lost when power fails and unsynced writes are gone', async () => {
  const machine = createMachine();
  const clientAcknowledged = await machine.runUnderLoad(['SIGKILL', 'SIGTERM', 'SIGTERM']);
  const { lost, ...stats } = await losePower(machine);
  process.stdout.write(`${JSON.stringify(stats)}\n`);
  expect(lost).toEqual([]);
  expect(stats.acknowledged).toBeGreaterThanOrEqual(clientAcknowledged.size);
  // The runs cover group commits, and checkpoints other than those at each start.
  expect(stats.logSyncs).toBeLessThan(stats.acknowledged);
  expect(stats.checkpoints).toBeGreaterThan(3);
});

it('a commit that a killed server had not synced is synced before its repeat is acknowledged', async () => {
  const machine = createMachine();
  const killed = machine.start({}, '-e', 'inject=fsync:signal=KILL:when=40');
  const url = await killed.url;
  const post = (key: number) =>
    postInquiry(url, {}, { 'idempotency-key': String(key) }).then(({ status }) => status);
  let key = 0;
  while ((await post(key).catch(() => undefined)) === 201) key += 1;
  await killed.ended();

  // The repeat is the first request, which waits until the store is open.
  const restarted = machine.start({ PORT: new URL(url).port });
  while ((await post(key).catch(() => undefined)) !== 201);
  restarted.kill('SIGKILL');
  await restarted.ended();
  const { lost, acknowledged } = await losePower(machine);
  expect(lost).toEqual([]);
  expect(acknowledged).toBe(key + 1);
});

it('acknowledged inquiries would be lost with synchronous = normal', async () => {
  const machine = createMachine({ NODE_OPTIONS: `--import=${synchronousNormal}` });
  await machine.runUnderLoad(['SIGKILL'], 20);
  const { lost } = await losePower(machine);
  expect(lost.length).toBeGreaterThan(0);
});

/** Preloaded by the server. */
const synchronousNormal = `data:text/javascript,${encodeURIComponent(`
  import { DatabaseSync } from 'node:sqlite';
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql) {
    return exec.call(this, sql.replace('synchronous = full', 'synchronous = normal'));
  };
`)}`;

/** A folder, and servers on it one after the other, whose system calls are recorded. */
function createMachine(settings: Record<string, string> = {}) {
  const root = temporaryFolder();
  const records = temporaryFolder();
  const recordings: string[] = [];

  function start(changes: Record<string, string> = {}, ...straceOptions: string[]) {
    const recording = path.join(records, String(recordings.length));
    recordings.push(recording);
    const wrapper = straceCommand(recording, ...straceOptions);
    const server = startServer(
      { DATA_DIR: path.join(root, ...dataFolder), ...settings, ...changes },
      undefined,
      { wrapper },
    );
    onTestFinished(async () => {
      server.kill('SIGKILL');
      await server.exited;
    });
    const ended = async () => {
      await server.exited;
      const isComplete = () =>
        /\+\+\+ (exited|killed).*\n$/.test(readFileSync(recording, 'latin1').slice(-200));
      await expect.poll(isComplete, polling).toBe(true);
    };
    return { ...server, ended };
  }

  /** Starts a server for each signal and ends it under load. Resolves to what clients know as stored. */
  async function runUnderLoad(signals: NodeJS.Signals[], count = inquiriesPerRun) {
    let url: string | undefined;
    let stored = 0;
    const load = startSenders(
      senderCount,
      () => [url],
      (_, status) => (stored += status === 201 ? 1 : 0),
      delayMs,
    );
    for (const [index, signal] of signals.entries()) {
      const server = start();
      url = await server.url;
      await expect.poll(() => stored, polling).toBeGreaterThanOrEqual(count * (index + 1));
      server.kill(signal);
      await server.ended();
      url = undefined;
    }
    return load.stop();
  }

  const calls = () => recordings.flatMap(readSystemCalls);
  return { root, start, runUnderLoad, calls };
}

/**
 * Loses power at each acknowledgement and before each sync: without all that is not synced, or
 * without a random half of it. Returns the inquiries that had been acknowledged and are gone.
 */
async function losePower({ root, calls }: ReturnType<typeof createMachine>) {
  const disk = createUnsyncedDisk(root);
  const acknowledged = new Set<string>();
  const lost = new Set<string>();
  const stats = { powerLosses: 0, logSyncs: 0, checkpoints: 0 };
  let hasCheckpoint = false;
  for (const call of calls()) {
    const id = acknowledgedId(call);
    if (id) {
      if (hasCheckpoint && acknowledged.size > 0) stats.checkpoints += 1;
      hasCheckpoint = false;
      acknowledged.add(id);
    }
    const isSync = call.name === 'fsync' || call.name === 'fdatasync';
    if (id || isSync) await check(() => false);
    if (isSync) await check(() => Math.random() < 0.5);
    disk.apply(call);
    if (isSync && call.target.endsWith('-wal')) stats.logSyncs += 1;
    if (isSync && call.target.endsWith('.sqlite')) hasCheckpoint = true;
  }
  return { lost: [...lost], acknowledged: acknowledged.size, ...stats };

  async function check(isKept: () => boolean) {
    stats.powerLosses += 1;
    // In memory: the check's own syncs are slow.
    const copy = mkdtempSync('/dev/shm/power-loss-');
    try {
      disk.writeRest(copy, isKept);
      const file = path.join(copy, ...dataFolder, 'inquiries.sqlite');
      const store = await openStore({ file });
      const rows = await store.db.selectFrom('inquiries').select('id').execute();
      await store.close();
      expect(findDamage(file)).toBeUndefined();
      const stored = new Set(rows.map(({ id }) => id));
      for (const id of acknowledged.difference(stored)) lost.add(id);
    } finally {
      rmSync(copy, { recursive: true });
    }
  }
}

/** Returns the id in the response that acknowledges an inquiry. */
function acknowledgedId({ data }: SystemCall): string | undefined {
  if (!data.subarray(0, 12).equals(Buffer.from('HTTP/1.1 201'))) return undefined;
  const [, id] = /\r\n\r\n\{"id":"([^"]+)"/.exec(data.toString()) ?? [];
  if (!id) throw new Error(`A response without an id: ${data.toString()}`);
  return id;
}
