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
  const stagingFolder = `${folder}.new`;
  const oldFolder = `${folder}.old`;
  // Undoes the first of the two renames below.
  const rollBack = () => {
    if (!existsSync(folder) && existsSync(oldFolder)) renameSync(oldFolder, folder);
  };

  // Clean up after a build that was killed.
  rollBack();
  for (const leftover of [stagingFolder, oldFolder]) rmSync(leftover, { recursive: true, force: true });
  try {
    await build(stagingFolder);
    retainPreviousAssets(folder, stagingFolder);
    if (existsSync(folder)) renameSync(folder, oldFolder);
    renameSync(stagingFolder, folder);
  } catch (error) {
    rollBack();
    rmSync(stagingFolder, { recursive: true, force: true });
    throw error;
  }
  rmSync(oldFolder, { recursive: true, force: true });
}

/** Copies one generation; a build of the same sources does not count as one. */
function retainPreviousAssets(from: string, to: string) {
  const last = path.join(from, 'client/assets');
  const isNew = existsSync(last) && !hasSameFiles(last, path.join(to, 'client/assets'));
  const earlier = isNew ? last : path.join(from, 'previous/assets');
  if (existsSync(earlier)) cpSync(earlier, path.join(to, 'previous/assets'), { recursive: true });
}

/** Assets have their content's hash in their name. */
const hasSameFiles = (folder: string, other: string) =>
  readdirSync(folder).sort().join() === readdirSync(other).sort().join();
