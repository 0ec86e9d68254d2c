import { statfsSync } from 'node:fs';
import type { Store } from './store.ts';
import { toStoreError } from './store-errors.ts';

/** Space of the disk that holds a store. */
export interface DiskSpace {
  freeBytes: number;
  /**
   * Below this, inquiries are refused. The rest is for backups, deletions and changes by the team.
   */
  floorBytes: number;
}

/** Minimum of the floor, which is otherwise a hundredth of the disk. */
const minFloorBytes = 64_000_000;

/** Reads the space of the disk that holds `folder`. Throws `StoreUnavailable`. */
export function readDiskSpace(folder: string): DiskSpace {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    const floorBytes = Math.max(minFloorBytes, Math.ceil(blocks * bsize * 0.01));
    return { freeBytes: bavail * bsize, floorBytes };
  } catch (cause) {
    throw toStoreError(cause);
  }
}

/** Tells if the disk of a store is too full for new inquiries. Throws `StoreUnavailable`. */
export function isNearlyFull(store: Store): boolean {
  const disk = store.readDisk();
  return disk !== undefined && disk.freeBytes < disk.floorBytes;
}
