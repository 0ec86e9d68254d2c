import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Firm, firm } from '../app/content/firm.ts';
import { sha256 } from './security-headers.ts';
import type { DocumentAssets, Renderer, SiteSource } from './site-source.ts';

type Manifest = Record<string, { file: string }>;

export interface SiteBuild extends SiteSource {
  /** Milliseconds since the epoch. */
  builtAt: number;
}

const manifestIn = (folder: string) => path.join(folder, 'client/.vite/manifest.json');
const cardsIn = (folder: string) => path.join(folder, 'cards.json');
const builtAtIn = (folder: string) => path.join(folder, 'built-at');
const rendererIn = (folder: string) => path.join(folder, 'server/render.js');
const serverIn = (folder: string) => path.join(folder, 'server/server.js');

export const isSiteBuilt = (folder: string): boolean =>
  [manifestIn, cardsIn, rendererIn, serverIn, builtAtIn].every((file) => existsSync(file(folder)));

/** Notes in `folder` that a build was made there now. */
export const noteBuildTime = (folder: string): void =>
  writeFileSync(builtAtIn(folder), new Date().toISOString());

/**
 * Loads what `npm run build` made in `folder`, with the facts that only settings know; undefined
 * where there is no whole build.
 */
export async function loadSiteBuild(
  folder: string,
  settings: Pick<Firm, 'retentionMonths'> = {},
): Promise<SiteBuild | undefined> {
  if (!isSiteBuilt(folder)) return undefined;
  const manifest = JSON.parse(readFileSync(manifestIn(folder), 'utf8')) as Manifest;
  const renderer = await loadRenderer(folder);
  const cards = JSON.parse(readFileSync(cardsIn(folder), 'utf8')) as DocumentAssets['cards'];
  const assets = {
    ...readAssets(manifest, path.join(folder, 'client')),
    ...(cards && { cards }),
  };
  const builtAt = Date.parse(readFileSync(builtAtIn(folder), 'utf8'));
  return { renderer, assets, firm: { ...firm, ...settings }, builtAt };
}

export async function loadRenderer(folder: string): Promise<Renderer> {
  return import(pathToFileURL(path.resolve(rendererIn(folder))).href);
}

function readAssets(manifest: Manifest, clientFolder: string): DocumentAssets {
  const script = entry(manifest, 'app/boot.ts');
  const styleSheet = entry(manifest, 'app/styles/index.css');
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
