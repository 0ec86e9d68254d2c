import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { hashContent, type Representation } from '../negotiate.ts';

/** The firm's images, which the build copies. */
export const imagesFolder = 'src/content/images';

/**
 * Reads the files below `folder` into memory, by URL path, so that requests never reach the file
 * system. Leaves out hidden ones and compressed copies.
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
    files.set(pathname, readRepresentation(file, type, pathname.startsWith('/assets/')));
  }
  return files;
}

function readRepresentation(file: string, type: string, isHashed: boolean): Representation {
  const identity = readFileSync(file);
  return {
    status: 200,
    headers: {
      'content-type': type,
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, no-cache',
      // Web chats and mail programs show the share image and the icon in the reader's browser.
      ...(!isHashed && { 'cross-origin-resource-policy': 'cross-origin' }),
    },
    bodies: { identity, ...readCoding(file, 'br'), ...readCoding(file, 'gzip') },
    hash: hashContent(identity),
  };
}

function readCoding(file: string, coding: 'br' | 'gzip') {
  const compressed = `${file}.${coding === 'br' ? 'br' : 'gz'}`;
  return existsSync(compressed) ? { [coding]: readFileSync(compressed) } : {};
}
