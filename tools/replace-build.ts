import { existsSync, renameSync, rmSync } from 'node:fs';

/**
 * Runs `build` in a staging folder, which replaces `folder` when the build is complete. If the build
 * fails, the earlier one remains.
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
    if (existsSync(folder)) renameSync(folder, oldFolder);
    renameSync(stagingFolder, folder);
  } catch (error) {
    rollBack();
    rmSync(stagingFolder, { recursive: true, force: true });
    throw error;
  }
  rmSync(oldFolder, { recursive: true, force: true });
}
