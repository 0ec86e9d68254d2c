import { statfsSync } from 'node:fs';
import { toStoreError } from './store-errors.ts';
import type { Store } from './store.ts';

export interface DiskSpace {
  freeBytes: number;
  /** Below this, inquiries are refused: what is left is for backups, deletions and the team's changes. */
  floorBytes: number;
}

const minFloorBytes = 64 * 1024 * 1024;
const floorShare = 0.01;

/** Reads the space of the disk that holds `folder`. Throws `StoreUnavailable`. */
export function readDiskSpace(folder: string): DiskSpace {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    const floorBytes = Math.max(minFloorBytes, Math.ceil(blocks * bsize * floorShare));
    return { freeBytes: bavail * bsize, floorBytes };
  } catch (cause) {
    throw toStoreError(cause);
  }
}

const maxAgeMs = 1000;

/** Creates a reader that asks the system once a second, however many inquiries arrive. */
export function createDiskReader(folder: string): () => DiskSpace {
  let space: DiskSpace | undefined;
  let readAt = 0;
  return () => {
    const now = performance.now();
    if (!space || now - readAt > maxAgeMs) [space, readAt] = [readDiskSpace(folder), now];
    return space;
  };
}

export const isBelowFloor = ({ freeBytes, floorBytes }: DiskSpace): boolean =>
  freeBytes < floorBytes;

/** Tells if the disk has no space for new inquiries. PostgreSQL's disk is not known here. */
export const isDiskNearlyFull = ({ readDisk }: Pick<Store, 'readDisk'>): boolean =>
  readDisk !== undefined && isBelowFloor(readDisk());
