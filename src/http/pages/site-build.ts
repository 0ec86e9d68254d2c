import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveCachedResponses } from '../negotiate.ts';
import { createContentSecurityPolicy, sha256 } from '../security-headers.ts';
import { createPageCache, type PagesOptions } from './page-cache.ts';
import type { Renderer, SiteBundle, SiteHandler } from './site.ts';
import { readStaticFiles, renderMetadataFiles, type StaticFiles } from './static-files.ts';

type Manifest = Record<string, { file: string; assets?: string[] }>;

/** Contents of site.json, which the build writes. */
export interface BuildNotes {
  /** Milliseconds since the epoch. */
  builtAt: number;
}

const manifestIn = (folder: string) => path.join(folder, 'client/.vite/manifest.json');
const notesIn = (folder: string) => path.join(folder, 'site.json');
const rendererIn = (folder: string) => path.join(folder, 'server/entry-server.js');
const serverIn = (folder: string) => path.join(folder, 'server/server.js');

export const isSiteBuilt = (folder: string): boolean =>
  [manifestIn, notesIn, rendererIn, serverIn].every((file) => existsSync(file(folder)));

export const writeBuildNotes = (folder: string, notes: BuildNotes): void =>
  writeFileSync(notesIn(folder), JSON.stringify(notes), { flag: 'wx' });

export interface BuiltSiteBundle extends SiteBundle, Pick<BuildNotes, 'builtAt'> {}

/** Loads the build in `folder`; undefined if it is incomplete. */
export async function loadSiteBundle(folder: string): Promise<BuiltSiteBundle | undefined> {
  if (!isSiteBuilt(folder)) return undefined;
  const manifest = JSON.parse(readFileSync(manifestIn(folder), 'utf8')) as Manifest;
  const renderer: Renderer = await import(pathToFileURL(path.resolve(rendererIn(folder))).href);
  const notes = JSON.parse(readFileSync(notesIn(folder), 'utf8')) as BuildNotes;
  const { builtAt } = notes;
  const assets = readAssets(manifest, path.join(folder, 'client'));
  return {
    renderer,
    assets,
    policy: createContentSecurityPolicy(renderer.firm, [sha256(assets.styles)]),
    builtAt,
  };
}

function readAssets(manifest: Manifest, clientFolder: string) {
  const script = findEntry(manifest, 'src/web/entry-client.ts');
  const styleSheet = findEntry(manifest, 'src/web/styles/index.css');
  return {
    scripts: [
      {
        src: `/${script.file}`,
        integrity: sha256(readFileSync(path.join(clientFolder, script.file))),
      },
    ],
    styles: readFileSync(path.join(clientFolder, styleSheet.file), 'utf8').trim(),
    fonts: styleSheet.assets?.map((file) => `/${file}`) ?? [],
  };
}

function findEntry(manifest: Manifest, source: string) {
  const found = manifest[source];
  if (!found) throw new Error(`The build has no ${source}. Run npm run build.`);
  return found;
}

/** Creates the site from the build in `folder`, with its pages and files in memory. */
export async function createSiteHandler(
  folder: string,
  bundle: BuiltSiteBundle,
  options: Omit<PagesOptions, 'site'>,
): Promise<SiteHandler> {
  const { renderer, policy, builtAt } = bundle;
  const { firm } = renderer;
  const files: StaticFiles = new Map([
    ...readStaticFiles(`${folder}/client`),
    ...(await renderMetadataFiles(renderer, options.publicUrl, builtAt)),
  ]);
  const pages = await createPageCache({ site: bundle, ...options });
  const find = (path: string) => files.get(path) ?? pages.getCached(path);
  return {
    firm,
    pages,
    files,
    policy,
    middleware: (headers, listener) => serveCachedResponses(find, headers, listener),
  };
}
