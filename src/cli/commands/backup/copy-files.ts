import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { getReason } from '../../../store/store-errors.ts';
import { syncToDisk } from '../../../store/sqlite/open-sqlite.ts';

/** Ending of a copy that is being written, or whose process was killed. */
export const unverifiedEnding = '.unverified';

/** Names that `backup` gives to copies in a folder, such as inquiries-2026-11-21T033000-before-upgrade.sqlite. */
const ownName =
  /^inquiries-\d{4}-\d\d-\d\dT\d{6}(-[\w-]+)?\.(sqlite|dump)(\.unverified(-journal)?)?$/;

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Reads the SHA-256 beside a copy, in the format of `sha256sum`; empty if malformed, undefined without one. */
export function readStoredHash(file: string): string | undefined {
  if (!existsSync(`${file}.sha256`)) return undefined;
  return /^[\da-f]{64}(?= [ *])/im.exec(readFileSync(`${file}.sha256`, 'utf8'))?.[0] ?? '';
}

/** Gives a verified copy its name, and stores its SHA-256 beside it. */
export async function publishCopy(file: string): Promise<void> {
  const unverified = file + unverifiedEnding;
  const sha256 = await hashFile(unverified);
  syncToDisk(unverified);
  // Before the copy has its name, so that each copy has its hash.
  const text = `${sha256}  ${basename(file)}\n`;
  writeFileSync(`${file}.sha256`, text, { mode: 0o600, flush: true, flag: 'wx' });
  renameSync(unverified, file);
  syncToDisk(dirname(file));
}

/**
 * Removes copies in the folder of `file`, the newest one, that were written before `beforeMs`, and what
 * killed backups left. Tells which, and what could not be removed.
 */
export function pruneCopies(file: string, beforeMs: number, tell: (line: string) => void): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (path === file || !ownName.test(name)) continue;
    try {
      if (statSync(path).mtimeMs >= beforeMs) continue;
      rmSync(path);
      rmSync(`${path}.sha256`, { force: true });
      tell(`Removed ${path}`);
    } catch (error) {
      tell(`${path} could not be removed: ${getReason(error)}`);
    }
  }
}
