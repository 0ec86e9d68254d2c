import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pages } from '../src/content/pages.ts';
import { toBrotli } from '../src/http/pages/compress.ts';
import { loadSiteBundle } from '../src/http/pages/site-build.ts';

/** Budgets in bytes as sent, without headers; see docs/performance.md. */
export const budgets = {
  // Fits into the initial congestion window with its headers.
  document: 13_000,
  boot: 2_200,
  script: 97_000,
  contactScript: 115_000,
  fonts: { files: 2, bytes: 45_000 },
};

type Manifest = Record<string, { file: string; imports?: string[]; assets?: string[] }>;

const client = 'dist/client';
const entryScript = 'src/web/entry-client.ts';
const toScript = (folder: string) => `src/web/pages/${folder}/${folder}.tsx`;
const contactScript = toScript('contact');
export const otherScripts = pages
  .map(({ path }) => toScript(path.slice(1) || 'home'))
  .filter((script) => script !== contactScript);

/** Measures the pages and the not-found page of the last build, by path. */
export async function documentSizes(): Promise<Record<string, number>> {
  const site = await loadSiteBundle('dist');
  if (!site) throw new Error('The site is not built. Run "npm run build".');
  const publicUrl = 'https://www.example.com';
  const options = { site: { year: 2026 }, assets: site.assets, publicUrl };
  const sizes = [...site.renderer.paths, '/nowhere'].map(async (pathname) => {
    const { html } = await site.renderer.render(pathname, options);
    return [pathname, (await toBrotli(Buffer.from(html))).byteLength] as const;
  });
  return Object.fromEntries(await Promise.all(sizes));
}

/** Measures the script of a document, and those of hydration on Contact and on each other page. */
export function scriptSizes() {
  const boot = getCompressedBytes([entryScript]);
  const measure = (script: string) => getCompressedBytes([entryScript, script]) - boot;
  return { boot, contact: measure(contactScript), others: otherScripts.map(measure) };
}

export const fontSizes = (): number[] =>
  (readManifest()['src/web/styles/index.css']?.assets ?? []).map(
    (font) => readFileSync(path.join(client, font)).byteLength,
  );

/** Lists the files of these modules and their imports. */
export function listFiles(entries: string[]): string[] {
  const chunks = readManifest();
  const seen = new Set<string>();
  const visit = (name: string) => {
    const chunk = chunks[name];
    if (!chunk) throw new Error(`Missing in the build: ${name}`);
    if (seen.has(chunk.file)) return;
    seen.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  entries.forEach(visit);
  return [...seen];
}

const getCompressedBytes = (entries: string[]) =>
  listFiles(entries)
    .map((file) => readFileSync(path.join(client, `${file}.br`)).byteLength)
    .reduce((sum, size) => sum + size);

const readManifest = (): Manifest =>
  JSON.parse(readFileSync(`${client}/.vite/manifest.json`, 'utf8')) as Manifest;
