import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Runs `build` in a staging folder, which replaces `folder` when the build is complete. If the build
 * fails, the earlier one remains. Keeps the previous assets for open documents.
 */
export async function replaceBuild(
  folder: string,
  build: (folder: string) => Promise<void>,
): Promise<void> {
  const stagingFolder = `${folder}.new`;
  const oldFolder = `${folder}.old`;
  // Undoes the first rename below.
  const rollBack = () => {
    if (!existsSync(folder) && existsSync(oldFolder)) renameSync(oldFolder, folder);
  };

  // Clean up after a build that was killed.
  rollBack();
  for (const leftover of [stagingFolder, oldFolder])
    rmSync(leftover, { recursive: true, force: true });
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

/** Copies the assets of the previous different build. */
function retainPreviousAssets(from: string, to: string) {
  const last = path.join(from, 'client/assets');
  const isNew = existsSync(last) && !hasSameFiles(last, path.join(to, 'client/assets'));
  const earlier = isNew ? last : path.join(from, 'previous/assets');
  if (existsSync(earlier)) cpSync(earlier, path.join(to, 'previous/assets'), { recursive: true });
}

/** Compares names only: asset names contain content hashes. */
const hasSameFiles = (folder: string, other: string) =>
  readdirSync(folder).sort().join() === readdirSync(other).sort().join();
