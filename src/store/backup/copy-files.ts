import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncToDisk } from '../sqlite/open-sqlite.ts';
import { createUnusableCopyError, getReason, readCode } from '../store-errors.ts';
import type { EpochMs } from '../../text/format-time.ts';

/**
 * Names that `backup` gives to copies in a folder, and that documents give to copies before an upgrade, so that
 * these are not kept for ever: inquiries-2026-11-21T033000-before-upgrade.sqlite.
 */
const ownName =
  /^inquiries-\d{4}-\d\d-\d\dT\d{6}(-[\w-]+)?\.(sqlite|dump)(\.unverified(-journal)?)?$/;

/** Compares a copy with the SHA-256 beside it. Returns false without one. Throws `StoreUnavailable`. */
export async function verifyHash(copy: string): Promise<boolean> {
  const file = `${copy}.sha256`;
  if (!fs.existsSync(file)) return false;
  // In the format of sha256sum.
  if (fs.readFileSync(file, 'utf8').startsWith(`${await hashFile(copy)} `)) return true;
  throw createUnusableCopyError(copy, `its SHA-256 is not the one in ${file}`);
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of fs.createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * Writes a copy by `write`, which also verifies it, under the name of an unverified one. Gives it its
 * name, and stores its SHA-256 beside it. Removes it if that fails.
 */
export async function writeCopy<Contents>(file: string, write: (to: string) => Promise<Contents>) {
  for (const name of [file, `${file}.sha256`]) {
    // Also finds a link that leads nowhere.
    if (fs.lstatSync(name, { throwIfNoEntry: false })) throw new Error(`${name} exists already`);
  }
  const unverified = `${file}.unverified`;
  const remove = () => {
    for (const ending of ['', '-journal']) fs.rmSync(unverified + ending, { force: true });
  };
  // A killed process may have left one.
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

/** Gives a verified copy its name, and stores its SHA-256 beside it. Leaves neither if that fails. */
function nameCopy(unverified: string, file: string, hash: string) {
  const hashFileName = `${file}.sha256`;
  try {
    // Before the copy has its name, so that each copy has its hash.
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
 * Removes copies in the folder of `file`, the newest one, that were written before `beforeMs`, and what
 * killed backups left. Reports each, and what could not be removed.
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
