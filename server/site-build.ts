import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { firm } from '../app/content/firm.ts';
import type { DocumentAssets, Renderer, Site } from './site.ts';

type Manifest = Record<string, { file: string; assets?: string[] }>;

/** Loads what `npm run build` made in `folder`; undefined where there is no whole build. */
export async function loadSiteBuild(folder: string): Promise<Site | undefined> {
  const manifestFile = path.join(folder, 'client/.vite/manifest.json');
  const rendererFile = path.join(folder, 'server/render.js');
  if (!existsSync(manifestFile) || !existsSync(rendererFile)) return undefined;

  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
  const renderer = (await import(pathToFileURL(path.resolve(rendererFile)).href)) as Renderer;
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
