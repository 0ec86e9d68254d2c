import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SystemCall } from './system-calls.ts';

type Change = { at: number; data: Buffer } | { size: number };

interface Entry {
  isFolder: boolean;
  synced: Buffer;
  /** Since the last sync. */
  changes: Change[];
}

/** Atomic unit of a disk. */
const sectorBytes = 512;

/** Replays the system calls of a program on the files below `root`, and knows what is synced. */
export function createUnsyncedDisk(root: string) {
  const entries = new Map<string, Entry>();
  /** The names that a sync of their folder made durable. */
  const synced = new Map<string, Entry>();

  const create = (name: string, isFolder: boolean) =>
    entries.set(name, { isFolder, synced: Buffer.alloc(0), changes: [] });

  function apply({ name, target, data, numbers, isCreating }: SystemCall): void {
    const isBelow = target === root || target.startsWith(root + path.sep);
    // SQLite maps the log's index into memory, and rebuilds it after a crash.
    if (!isBelow || target.endsWith('-shm')) return;
    const entry = entries.get(target);
    const [last = 0, before = 0] = numbers.toReversed();
    switch (name) {
      case 'openat':
        if (isCreating && !entry) create(target, false);
        return;
      case 'mkdir':
        create(target, true);
        return;
      case 'unlink':
        entries.delete(target);
        return;
      case 'pwrite64':
        if (data.length !== before) throw new Error(`strace cut a write to ${target}`);
        entry?.changes.push(...toSectors(last, data));
        return;
      case 'ftruncate':
        entry?.changes.push({ size: last });
        return;
      case 'fsync':
      case 'fdatasync':
        sync(target, entry);
        return;
      default:
        throw new Error(`${name} of ${target} cannot be replayed: support it here`);
    }
  }

  function sync(target: string, entry: Entry | undefined) {
    if (entry && !entry.isFolder) {
      entry.synced = applyChanges(entry.synced, entry.changes);
      entry.changes = [];
      return;
    }
    for (const name of namesIn(target)) {
      const current = entries.get(name);
      if (current) synced.set(name, current);
      else synced.delete(name);
    }
  }

  const namesIn = (folder: string) =>
    new Set([...synced.keys(), ...entries.keys()].filter((name) => path.dirname(name) === folder));

  /** Writes what is left after a power loss to `copy`: what is synced, and changes that `isKept`. */
  function writeRest(copy: string, isKept: () => boolean) {
    const write = (folder: string, to: string) => {
      for (const name of namesIn(folder)) {
        const isUnsynced = synced.get(name) !== entries.get(name);
        const entry = (isUnsynced && isKept() ? entries : synced).get(name);
        if (!entry) continue;
        const place = path.join(to, path.basename(name));
        if (entry.isFolder) {
          mkdirSync(place);
          write(name, place);
        } else writeFileSync(place, applyChanges(entry.synced, entry.changes.filter(isKept)));
      }
    };
    write(root, copy);
  }

  return { apply, writeRest };
}

function toSectors(start: number, data: Buffer): Change[] {
  const sectors: Change[] = [];
  for (let at = 0; at < data.length;) {
    const length = sectorBytes - ((start + at) % sectorBytes);
    sectors.push({ at: start + at, data: data.subarray(at, at + length) });
    at += length;
  }
  return sectors;
}

function applyChanges(content: Buffer, changes: Change[]): Buffer {
  const sizes = changes.map((change) => ('size' in change ? 0 : change.at + change.data.length));
  const result = Buffer.alloc(Math.max(content.length, ...sizes));
  let { length } = content;
  content.copy(result);
  for (const change of changes) {
    if ('size' in change) {
      result.fill(0, change.size);
      length = change.size;
    } else {
      change.data.copy(result, change.at);
      length = Math.max(length, change.at + change.data.length);
    }
  }
  return result.subarray(0, length);
}
