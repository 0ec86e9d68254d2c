import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Runs `build` in a new folder, which takes the place of `folder` when the build is complete: until
 * then, and where it fails, a server can start from the earlier build. Open documents ask for the
 * assets of that one, so they are kept in `previous`.
 */
export async function replaceBuild(
  folder: string,
  build: (folder: string) => Promise<void>,
): Promise<void> {
  const unfinished = `${folder}.new`;
  const replaced = `${folder}.old`;
  // Undoes the first of the two renames below.
  const putBack = () => {
    if (!existsSync(folder) && existsSync(replaced)) renameSync(replaced, folder);
  };

  // Clean up after a build that was killed.
  putBack();
  for (const leftover of [unfinished, replaced]) rmSync(leftover, { recursive: true, force: true });
  try {
    await build(unfinished);
    keepEarlierAssets(folder, unfinished);
    if (existsSync(folder)) renameSync(folder, replaced);
    renameSync(unfinished, folder);
  } catch (error) {
    putBack();
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  rmSync(replaced, { recursive: true, force: true });
}

/** Copies one generation; a build of the same sources does not count as one. */
function keepEarlierAssets(from: string, to: string) {
  const last = path.join(from, 'client/assets');
  const isNew = existsSync(last) && !isSame(last, path.join(to, 'client/assets'));
  const earlier = isNew ? last : path.join(from, 'previous/assets');
  if (existsSync(earlier)) cpSync(earlier, path.join(to, 'previous/assets'), { recursive: true });
}

/** Assets have their content's hash in their name. */
const isSame = (folder: string, other: string) =>
  readdirSync(folder).sort().join() === readdirSync(other).sort().join();
