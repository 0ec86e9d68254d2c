import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { createTextRepresentation, hashContent, type Representation } from '../negotiate.ts';
import { toBrotli, toGzip } from './compress.ts';

/** The firm's images, which the build copies. */
export const imagesFolder = 'src/content/images';

export type StaticFiles = ReadonlyMap<string, Representation>;

/** Files by URL path, cached or rendered on request. */
export interface Files {
  get(urlPath: string): Representation | undefined | Promise<Representation | undefined>;
}

/**
 * Reads the files below `folder` into memory, by URL path, so that requests never reach the file
 * system. Leaves out hidden ones and compressed copies.
 */
export function readStaticFiles(folder: string): StaticFiles {
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

type Renderer = typeof import('../../web/entry-server.tsx');

/** Renders the files for crawlers and browsers, such as sitemap.xml, by URL path. */
export async function renderMetadataFiles(
  { renderMetadataFiles }: Pick<Renderer, 'renderMetadataFiles'>,
  publicUrl: string | undefined,
  builtAt: number,
): Promise<StaticFiles> {
  const files = Object.entries(renderMetadataFiles(publicUrl, builtAt)).map(
    async ([urlPath, { type, body }]) => {
      const headers = { 'content-type': type, 'cache-control': 'public, no-cache' };
      const file = createTextRepresentation(body, headers);
      file.bodies.br = await toBrotli(file.bodies.identity);
      file.bodies.gzip = await toGzip(file.bodies.identity);
      return [urlPath, file] as const;
    },
  );
  return new Map(await Promise.all(files));
}
