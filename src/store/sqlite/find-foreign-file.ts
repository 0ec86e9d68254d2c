import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { storeFileSuffixes } from './open-database.ts';

/** Returns the user id of a file's owner; undefined if there is no file. */
const readOwner = (path: string): number | undefined =>
  statSync(path, { throwIfNoEntry: false })?.uid;

/**
 * Returns the path of a file of an SQLite store that another user owns than its folder. A program
 * that ran as that user has created it, and the server may be unable to write to it. Undefined if
 * there is none, or if the folder belongs to root, because several users may share it.
 */
export function findForeignFile(file: string, getOwner = readOwner): string | undefined {
  const folderOwner = getOwner(dirname(file));
  if (folderOwner === 0) return undefined;
  const paths = storeFileSuffixes.map((suffix) => file + suffix);
  return paths.find((path) => {
    const owner = getOwner(path);
    return owner !== undefined && owner !== folderOwner;
  });
}
