import { existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Representation, serveCachedResponses } from '../negotiate.ts';
import { createContentSecurityPolicy, sha256 } from '../security-headers.ts';
import {
  createPageCache,
  type Pages,
  type PagesOptions,
  type Renderer,
  type SiteBundle,
} from './page-cache.ts';
import { readStaticFiles } from './static-files.ts';

/** An entry in the manifest of Vite. Paths are relative to the folder of the build. */
interface Chunk {
  file: string;
  /** Keys of the chunks that it imports statically. */
  imports?: string[];
  /** Files that the chunk references, such as fonts. */
  assets?: string[];
}

type Entry = 'src/web/entry-client.ts' | `src/web/styles/${'index' | 'print'}.css`;

type Manifest = Record<Entry, Chunk> & Record<string, Chunk>;

/** Loads the build in `folder`; undefined if it is missing or incomplete. */
export async function loadSiteBundle(folder: string): Promise<SiteBundle | undefined> {
  const rendererFile = path.resolve(folder, 'server/entry-server.js');
  const manifestFile = path.join(folder, 'client/.vite/manifest.json');
  if (![rendererFile, manifestFile].every(existsSync)) return undefined;
  const renderer: Renderer = await import(pathToFileURL(rendererFile).href);
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
  const readClientFile = (file: string) => readFileSync(path.join(folder, 'client', file));
  const { file: script } = manifest['src/web/entry-client.ts'];
  const styleSheet = manifest['src/web/styles/index.css'];
  const styles = readClientFile(styleSheet.file).toString().trim();
  return {
    renderer,
    assets: {
      scripts: [{ src: `/${script}`, integrity: sha256(readClientFile(script)) }],
      getUrls(modules) {
        const names = modules.map((module) => module.slice(1));
        const files = listFiles(manifest, names).filter((file) => file !== script);
        return files.map((file) => `/${file}`);
      },
      styles,
      printStyles: `/${manifest['src/web/styles/print.css'].file}`,
      fonts: styleSheet.assets?.map((file) => `/${file}`) ?? [],
    },
    policy: createContentSecurityPolicy(renderer.firm, styles),
  };
}

/** Lists the files of these entries of the manifest, then those of their imports, each once. */
function listFiles(manifest: Manifest, entries: string[]): string[] {
  const names = new Set(entries);
  // The loop also visits the names that it adds.
  for (const name of names) {
    const { imports = [] } = manifest[name] as Chunk;
    for (const imported of imports) names.add(imported);
  }
  return [...names].map((name) => (manifest[name] as Chunk).file);
}

/** The website that the server serves. */
export interface SiteHandler extends Pick<SiteBundle, 'policy'> {
  /** Facts of the firm, loaded at the start. In development, pages show current ones. */
  firm: Renderer['firm'];
  getPages: () => Pages | Promise<Pages>;
  getFile: (urlPath: string) => Representation | undefined;
  /**
   * Wraps `listener` to serve cached pages and files, or modules of Vite, with the common
   * `headers`.
   */
  wrapListener: (headers: Record<string, string>, listener: RequestListener) => RequestListener;
}

/** Creates the site from the build in `folder`, with its pages and files in memory. */
export async function createSiteHandler(
  folder: string,
  bundle: SiteBundle,
  options: PagesOptions,
  onError: (error: unknown) => void,
): Promise<SiteHandler> {
  const files = readStaticFiles(`${folder}/client`);
  const getPages = await createPageCache(bundle, options, onError);
  const find = (urlPath: string) => files.get(urlPath) ?? getPages().documents.get(urlPath);
  return {
    firm: bundle.renderer.firm,
    getPages,
    getFile: (urlPath) => files.get(urlPath),
    policy: bundle.policy,
    wrapListener: (headers, listener) => serveCachedResponses(find, headers, listener),
  };
}
