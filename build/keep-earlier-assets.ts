import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isSiteBuilt } from '../server/site-build.ts';

/**
 * Empties `folder` for a build, but keeps the assets of the one before, in `previous`: open documents
 * ask for them. Call what it returns when the build is complete. One generation is kept, and a build
 * of the same sources does not count as one.
 */
export function keepEarlierAssets(folder: string): () => void {
  const current = path.join(folder, 'client/assets');
  const last = path.join(folder, 'last');
  const previous = path.join(folder, 'previous');

  if (isSiteBuilt(folder)) {
    rmSync(last, { recursive: true, force: true });
    mkdirSync(last);
    renameSync(current, path.join(last, 'assets'));
  }
  // What a build that fails leaves behind must not pass for the last one.
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (name !== 'last' && name !== 'previous')
      rmSync(path.join(folder, name), { recursive: true });
  }

  return () => {
    if (!existsSync(last)) return;
    const older = isSame(path.join(last, 'assets'), current) ? last : previous;
    rmSync(older, { recursive: true, force: true });
    if (older === previous) renameSync(last, previous);
  };
}

/** Assets have their content's hash in their name. */
const isSame = (folder: string, other: string) =>
  readdirSync(folder).sort().join() === readdirSync(other).sort().join();
