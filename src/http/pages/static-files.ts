import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { createRepresentation, type Representation } from '../negotiate.ts';

/** Folder with the images of the firm, which the build copies. */
export const imagesFolder = 'src/content/images';

/**
 * Reads the files below `folder` into memory, by URL path, so that requests never access the file
 * system. Leaves out hidden files and compressed copies.
 */
export function readStaticFiles(folder: string): ReadonlyMap<string, Representation> {
  const files = new Map<string, Representation>();
  const exclude = ['**/*.{br,gz}'];
  for (const entry of globSync('**/*', { cwd: folder, exclude, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const type = getMimeType(entry.name);
    if (!type) throw new Error(`${file} cannot be served: the type of its name is unknown.`);
    const { pathname } = new URL(`/${path.relative(folder, file)}`, 'http://localhost');
    const representation = createRepresentation(
      readFileSync(file),
      createFileHeaders(pathname, type),
    );
    const { bodies } = representation;
    if (existsSync(`${file}.br`)) bodies.br = readFileSync(`${file}.br`);
    if (existsSync(`${file}.gz`)) bodies.gzip = readFileSync(`${file}.gz`);
    files.set(pathname, representation);
  }
  return files;
}

function createFileHeaders(pathname: string, type: string): Record<string, string> {
  // The build puts a hash into the names of assets.
  if (pathname.startsWith('/assets/')) {
    return { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' };
  }
  return {
    'content-type': type,
    'cache-control': 'public, no-cache',
    // Web chats and mail programs show the share image and the icon in the reader's browser.
    'cross-origin-resource-policy': 'cross-origin',
  };
}
