import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { EpochMs } from '../../text/format-time.ts';
import { syncToDisk } from '../sqlite/open-sqlite.ts';
import { createUnusableCopyError, getReason, readCode } from '../store-errors.ts';

/**
 * Matches the names that `backup` gives to copies in a folder, and those that the documents give to
 * copies before an upgrade, so that pruning removes both:
 * inquiries-2026-11-21T033000-before-upgrade.sqlite.
 */
const ownName =
  /^inquiries-\d{4}-\d\d-\d\dT\d{6}(-[\w-]+)?\.(sqlite|dump)(\.unverified(-journal)?)?$/;

/**
 * Compares a copy with its SHA-256 file. Returns false if there is none. Throws `StoreUnavailable`.
 */
export async function verifyHash(copy: string): Promise<boolean> {
  const file = `${copy}.sha256`;
  if (!fs.existsSync(file)) return false;
  // The file has the format of sha256sum.
  if (fs.readFileSync(file, 'utf8').startsWith(`${await hashFile(copy)} `)) return true;
  throw createUnusableCopyError(copy, `its SHA-256 is not the one in ${file}`);
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of fs.createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * Writes a copy under a temporary name by `write`, which also verifies it. Then gives the copy its
 * final name, and stores its SHA-256 beside it. Removes the copy if that fails.
 */
export async function writeCopy<Contents>(file: string, write: (to: string) => Promise<Contents>) {
  for (const name of [file, `${file}.sha256`]) {
    // Unlike `existsSync`, also finds a dangling link.
    if (fs.lstatSync(name, { throwIfNoEntry: false })) throw new Error(`${name} exists already`);
  }
  const unverified = `${file}.unverified`;
  const remove = () => {
    for (const ending of ['', '-journal']) fs.rmSync(unverified + ending, { force: true });
  };
  // Remove what a killed process may have left.
  remove();
  try {
    const contents = await write(unverified);
    syncToDisk(unverified);
    nameCopy(unverified, file, await hashFile(unverified));
    syncToDisk(dirname(file));
    return contents;
  } finally {
    remove();
  }
}

/**
 * Gives a verified copy its final name, and stores its SHA-256 beside it. Leaves neither file if
 * that fails.
 */
function nameCopy(unverified: string, file: string, hash: string) {
  const hashFileName = `${file}.sha256`;
  try {
    // Write the hash before the rename, so that each copy has its hash.
    const text = `${hash}  ${basename(file)}\n`;
    fs.writeFileSync(hashFileName, text, { mode: 0o600, flush: true, flag: 'wx' });
    fs.renameSync(unverified, file);
  } catch (error) {
    const isOfAnotherBackup = readCode(error) === 'EEXIST';
    if (!isOfAnotherBackup) fs.rmSync(hashFileName, { force: true });
    throw error;
  }
}

/**
 * Removes the copies beside `file`, the newest one, that were written before `beforeMs`, and what
 * killed backups left. Reports each removed file, and each that could not be removed.
 */
export function pruneCopies(file: string, beforeMs: EpochMs, report: (line: string) => void): void {
  const folder = dirname(file);
  for (const name of fs.readdirSync(folder)) {
    const path = join(folder, name);
    if (path === file || !ownName.test(name)) continue;
    try {
      if (fs.statSync(path).mtimeMs >= beforeMs) continue;
      fs.rmSync(path);
      fs.rmSync(`${path}.sha256`, { force: true });
      report(`Removed ${path}`);
    } catch (error) {
      report(`${path} could not be removed: ${getReason(error)}`);
    }
  }
}
