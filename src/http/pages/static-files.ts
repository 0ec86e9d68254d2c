import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hashOf, type Representation } from './negotiate.ts';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/png',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

export type StaticFiles = ReadonlyMap<string, Representation>;

/** Files by their URL path, whether they are held or made when they are asked for. */
export interface Files {
  get(urlPath: string): Representation | undefined | Promise<Representation | undefined>;
}

/**
 * The files below `folder`, where there is one, by their URL path, read once: a request never reaches
 * the file system. A file of an unknown type (a manifest of the build, a source map) is not served.
 */
export function readStaticFiles(folder: string): StaticFiles {
  const files = new Map<string, Representation>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = types[path.extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const file = path.join(entry.parentPath, entry.name);
    const urlPath = `/${path.relative(folder, file).split(path.sep).join('/')}`;
    files.set(urlPath, readRepresentation(file, type, urlPath.startsWith('/assets/')));
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
    },
    bodies: { identity, ...readCoding(file, 'br'), ...readCoding(file, 'gzip') },
    hash: hashOf(identity),
  };
}

function readCoding(file: string, coding: 'br' | 'gzip') {
  const compressed = `${file}.${coding === 'br' ? 'br' : 'gz'}`;
  return existsSync(compressed) ? { [coding]: readFileSync(compressed) } : {};
}
