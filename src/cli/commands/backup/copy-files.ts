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

/** First line of a .sha256, by which `pruneCopies` recognizes copies. `sha256sum -c` ignores it. */
const copyComment = '# Verified by "inquiries backup"';

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Reads the SHA-256 beside a copy, in the format of `sha256sum`; empty if malformed, undefined without one. */
export const readStoredHash = (file: string): string | undefined =>
  existsSync(`${file}.sha256`)
    ? (/^[\da-f]{64}(?= [ *])/im.exec(readHashFile(file))?.[0] ?? '')
    : undefined;

const readHashFile = (file: string) =>
  existsSync(`${file}.sha256`) ? readFileSync(`${file}.sha256`, 'utf8') : '';

/** Gives a verified copy its name, and stores its SHA-256 beside it. */
export async function publishCopy(file: string): Promise<void> {
  const unverified = file + unverifiedEnding;
  const sha256 = await hashFile(unverified);
  syncToDisk(unverified);
  // Before the copy has its name, so that each copy has its hash.
  const text = `${copyComment}\n${sha256}  ${basename(file)}\n`;
  writeFileSync(`${file}.sha256`, text, { mode: 0o600, flush: true, flag: 'wx' });
  renameSync(unverified, file);
  syncToDisk(dirname(file));
}

/**
 * Removes copies in the folder of `file`, the newest one, that were written before `beforeMs`, and what
 * killed backups left. Tells which, and what could not be read or removed.
 */
export function pruneCopies(file: string, beforeMs: number, tell: (line: string) => void): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    try {
      if (path === file || !(isVerifiedCopy(path) || isUnverifiedCopy(path))) continue;
      if (statSync(path).mtimeMs >= beforeMs) continue;
      rmSync(path);
      rmSync(`${path}.sha256`, { force: true });
      tell(`Removed ${path}`);
    } catch (error) {
      tell(`${path} stays, because it or its .sha256 cannot be used: ${getReason(error)}`);
    }
  }
}

const isUnverifiedCopy = (file: string) => /\.unverified(-journal)?$/.test(file);

/** Recognizes a copy by the file beside it, so that no other program's file is removed. */
const isVerifiedCopy = (file: string) =>
  readHashFile(file).replace(/^[\da-f]+(?= {2})/m, '') === `${copyComment}\n  ${basename(file)}\n`;
