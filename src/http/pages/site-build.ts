import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { contentSecurityPolicy, securityHeadersOf, sha256 } from '../security-headers.ts';
import { answerHeld } from './cached-response.ts';
import { createTexts } from './metadata-files.ts';
import { createPages, type PagesOptions } from './page-cache.ts';
import { securityTxt, securityTxtPath } from './security-txt.ts';
import type { DocumentAssets, Renderer, ServedSite, SiteSource } from './site.ts';
import { speculationRules, speculationRulesPath } from './speculation-rules.ts';
import { readStaticFiles, type StaticFiles } from './static-files.ts';

type Manifest = Record<string, { file: string }>;

/** What the build notes in site.json. */
export interface BuildNotes {
  /** Milliseconds since the epoch. */
  builtAt: number;
  /** The hash of the style sheet that sonner adds from its script. */
  toastStyles: string;
  /** The card of each page by its path. */
  cards: NonNullable<DocumentAssets['cards']>;
}

const manifestIn = (folder: string) => path.join(folder, 'client/.vite/manifest.json');
const notesIn = (folder: string) => path.join(folder, 'site.json');
const rendererIn = (folder: string) => path.join(folder, 'server/entry-server.js');
const serverIn = (folder: string) => path.join(folder, 'server/server.js');

export const isSiteBuilt = (folder: string): boolean =>
  [manifestIn, notesIn, rendererIn, serverIn].every((file) => existsSync(file(folder)));

export const writeBuildNotes = (folder: string, notes: BuildNotes): void =>
  writeFileSync(notesIn(folder), JSON.stringify(notes));

export interface SiteBuild extends SiteSource, Pick<BuildNotes, 'builtAt'> {}

/** Loads what `npm run build` made in `folder`; undefined where there is no whole build. */
export async function loadSiteBuild(folder: string): Promise<SiteBuild | undefined> {
  if (!isSiteBuilt(folder)) return undefined;
  const manifest = JSON.parse(readFileSync(manifestIn(folder), 'utf8')) as Manifest;
  const renderer = await loadRenderer(folder);
  const notes = JSON.parse(readFileSync(notesIn(folder), 'utf8')) as BuildNotes;
  const { builtAt, toastStyles, cards } = notes;
  const { styles, ...assets } = readAssets(manifest, path.join(folder, 'client'));
  return {
    renderer,
    assets: { ...assets, styles, cards },
    // sonner adds its `<style>` empty before it fills it.
    policy: contentSecurityPolicy(renderer.firm, [sha256(styles), sha256(''), toastStyles]),
    builtAt,
  };
}

export async function loadRenderer(folder: string): Promise<Renderer> {
  return import(pathToFileURL(path.resolve(rendererIn(folder))).href);
}

function readAssets(manifest: Manifest, clientFolder: string) {
  const script = entry(manifest, 'src/web/entry-client.ts');
  const styleSheet = entry(manifest, 'src/web/styles/index.css');
  return {
    scripts: [
      {
        src: `/${script.file}`,
        integrity: sha256(readFileSync(path.join(clientFolder, script.file))),
      },
    ],
    styles: readFileSync(path.join(clientFolder, styleSheet.file), 'utf8').trim(),
  };
}

function entry(manifest: Manifest, source: string) {
  const found = manifest[source];
  if (!found) throw new Error(`The build has no ${source}: run npm run build`);
  return found;
}

/** The site that was built in `folder`, rendered and held in memory. */
export async function createBuiltSite(
  folder: string,
  site: SiteBuild,
  options: Omit<PagesOptions, 'site'>,
): Promise<ServedSite> {
  const { renderer, policy, builtAt } = site;
  const { firm, paths } = renderer;
  const files: StaticFiles = new Map([
    // What documents of the release before still ask for.
    ...readStaticFiles(`${folder}/previous`),
    ...readStaticFiles(`${folder}/client`),
    [speculationRulesPath, speculationRules(paths)],
    [securityTxtPath, securityTxt({ email: firm.email, publicUrl: options.publicUrl, builtAt })],
  ]);
  const texts = await createTexts(site, options);
  const pages = await createPages({ site, ...options });
  const find = (path: string) => files.get(path) ?? pages.held(path);
  return {
    firm,
    pages,
    files: { get: (urlPath) => files.get(urlPath) ?? texts.get(urlPath) },
    policy,
    middleware: (listener) =>
      answerHeld(find, securityHeadersOf(policy, options.publicUrl), listener),
  };
}
