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
import { syncToDisk } from '../../../store/sqlite/open-sqlite.ts';

/** Ending of a copy that is being written, that failed, or whose process was killed. */
export const unverifiedEnding = '.unverified';

/** First line of a .sha256, by which `pruneCopies` recognizes copies. `sha256sum -c` ignores it. */
const copyComment = '# Verified by "inquiries backup"';

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Reads the SHA-256 beside a copy, in the format of `sha256sum`, if there is one. */
export const readStoredHash = (file: string): string | undefined =>
  /^[\da-f]{64}(?= [ *])/im.exec(readHashFile(file))?.[0];

const readHashFile = (file: string) =>
  existsSync(`${file}.sha256`) ? readFileSync(`${file}.sha256`, 'utf8') : '';

/** Gives a verified copy its name, and stores its SHA-256 beside it. */
export async function publishCopy(file: string): Promise<string> {
  const unverified = file + unverifiedEnding;
  const sha256 = await hashFile(unverified);
  syncToDisk(unverified);
  // Before the copy has its name, so that each copy has its hash.
  const text = `${copyComment}\n${sha256}  ${basename(file)}\n`;
  writeFileSync(`${file}.sha256`, text, { mode: 0o600, flush: true });
  renameSync(unverified, file);
  syncToDisk(dirname(file));
  return sha256;
}

/**
 * Removes copies in the folder of `file`, the newest one, that were written before `beforeMs`, and what
 * failed or killed backups left. Returns their paths.
 */
export function pruneCopies(file: string, beforeMs: number): string[] {
  const folder = dirname(file);
  const removed = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => path !== file && (isVerifiedCopy(path) || isUnverifiedCopy(path)))
    .filter((path) => statSync(path).mtimeMs < beforeMs);
  for (const path of removed) {
    rmSync(path);
    rmSync(`${path}.sha256`, { force: true });
  }
  return removed;
}

const isUnverifiedCopy = (file: string) => /\.unverified(-journal)?$/.test(file);

/** Recognizes a copy by the file beside it, so that no other program's file is removed. */
const isVerifiedCopy = (file: string) =>
  readHashFile(file).replace(/^[\da-f]+(?= {2})/m, '') === `${copyComment}\n  ${basename(file)}\n`;
