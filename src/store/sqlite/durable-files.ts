import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';

/** Creates a folder and its missing parents, readable by this user only, and syncs their names. */
export function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  try {
    // Not recursive: Node would try for ever below /proc.
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it.
    if (!existsSync(folder)) throw error;
  }
  // Windows cannot sync a folder.
  if (process.platform !== 'win32') syncToDisk(dirname(folder));
}

export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
