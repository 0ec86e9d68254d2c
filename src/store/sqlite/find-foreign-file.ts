import { statSync } from 'node:fs';
import { dirname } from 'node:path';

const suffixes = ['', '-wal', '-shm'];

/**
 * Returns the path of a file of an SQLite store that another user owns than its folder: a program that ran as
 * another user has created it, and the server may not write to it. Undefined if there is none, or if the
 * folder is root's, which several users may share.
 */
export function findForeignFile(file: string): string | undefined {
  const { uid: owner } = statSync(dirname(file));
  if (owner === 0) return undefined;
  return suffixes
    .map((suffix) => file + suffix)
    .find((path) => {
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats !== undefined && stats.uid !== owner;
    });
}
