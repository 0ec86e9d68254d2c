import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { firm } from '../app/content/firm.ts';
import type { DocumentAssets, Renderer, SiteSource } from './site-source.ts';

type Manifest = Record<string, { file: string; assets?: string[] }>;

const manifestIn = (folder: string) => path.join(folder, 'client/.vite/manifest.json');
const rendererIn = (folder: string) => path.join(folder, 'server/render.js');

export const isSiteBuilt = (folder: string): boolean =>
  existsSync(manifestIn(folder)) && existsSync(rendererIn(folder));

/** Loads what `npm run build` made in `folder`; undefined where there is no whole build. */
export async function loadSiteBuild(folder: string): Promise<SiteSource | undefined> {
  if (!isSiteBuilt(folder)) return undefined;
  const manifest = JSON.parse(readFileSync(manifestIn(folder), 'utf8')) as Manifest;
  const rendererUrl = pathToFileURL(path.resolve(rendererIn(folder))).href;
  const renderer = (await import(rendererUrl)) as Renderer;
  return { renderer, assets: readAssets(manifest, path.join(folder, 'client')), firm };
}

function readAssets(manifest: Manifest, clientFolder: string): DocumentAssets {
  const script = entry(manifest, 'app/boot.ts');
  const stylesheet = entry(manifest, 'app/styles/index.css');
  const fonts = (stylesheet.assets ?? []).filter((asset) => asset.endsWith('.woff2'));
  return {
    scripts: [`/${script.file}`],
    fonts: fonts.map((asset) => `/${asset}`),
    styles: readFileSync(path.join(clientFolder, stylesheet.file), 'utf8').trim(),
  };
}

function entry(manifest: Manifest, source: string) {
  const found = manifest[source];
  if (!found) throw new Error(`The build has no ${source}: run npm run build`);
  return found;
}
