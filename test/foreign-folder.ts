import { chownSync } from 'node:fs';
import { userInfo } from 'node:os';
import { temporaryFolder } from './temporary-store.ts';

/** A folder of another user's, which nothing can open as a file. */
export function foreignFolder(): string {
  if (userInfo().uid !== 0) return '/etc';
  const folder = temporaryFolder();
  chownSync(folder, 1234, 1234);
  return folder;
}
