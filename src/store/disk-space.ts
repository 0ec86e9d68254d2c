import { statfsSync } from 'node:fs';
import { toStoreError } from './store-errors.ts';

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

/** Tells if a disk has no space for new inquiries. PostgreSQL's disk is not known here. */
export const isNearlyFull = (disk: DiskSpace | undefined): boolean =>
  disk !== undefined && disk.freeBytes < disk.floorBytes;
