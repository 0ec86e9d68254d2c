import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pages } from '../src/content/pages.ts';
import { compress } from '../src/http/pages/compress.ts';
import { loadSiteBundle } from '../src/http/pages/site-build.ts';

type Manifest = Record<string, { file: string; imports?: string[]; assets?: string[] }>;

const client = 'dist/client';
const entryScript = 'src/web/entry-client.ts';
const toScript = (folder: string) => `src/web/pages/${folder}/${folder}.tsx`;
const contactScript = toScript('contact');
export const otherScripts = pages
  .map(({ path }) => toScript(path.slice(1) || 'home'))
  .filter((script) => script !== contactScript);

/** Measures the last build in bytes as sent, without headers, with budgets; see docs/performance.md. */
export async function weighBuild() {
  const unit = 'B';
  const boot = weighScripts([entryScript]);
  const hydration = (script: string) => weighScripts([entryScript, script]) - boot;
  const document = await weighDocument();
  const contact = hydration(contactScript);
  const others = Math.max(...otherScripts.map(hydration));
  const fonts = sum(listFonts().map((font) => statSync(path.join(client, font)).size));
  return [
    // Fits into the initial congestion window with its headers.
    { name: 'Largest document, with its styles', value: document, unit, atMost: 13_000 },
    { name: 'Script of the document', value: boot, unit, atMost: 2_200 },
    { name: 'Scripts of hydration, except Contact', value: others, unit, atMost: 97_000 },
    { name: 'Scripts of hydration, Contact', value: contact, unit, atMost: 115_000 },
    { name: 'Two fonts', value: fonts, unit, atMost: 45_000 },
  ];
}

/** Returns the bytes of the largest page, or of the not-found page. */
async function weighDocument() {
  const site = await loadSiteBundle('dist');
  if (!site) throw new Error('The site is not built. Run "npm run build".');
  const publicUrl = 'https://www.example.com';
  const options = { site: { year: 2026 }, assets: site.assets, publicUrl };
  const documents = [...site.renderer.paths, '/nowhere'].map(async (pathname) => {
    const { html } = await site.renderer.render(pathname, options);
    return (await compress(Buffer.from(html))).br.byteLength;
  });
  return Math.max(...(await Promise.all(documents)));
}

const weighScripts = (entries: string[]) =>
  sum(listFiles(entries).map((file) => statSync(path.join(client, `${file}.br`)).size));

const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);

/** Lists the fonts of the style sheet. */
export const listFonts = (): string[] => readManifest()['src/web/styles/index.css']?.assets ?? [];

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

const readManifest = (): Manifest =>
  JSON.parse(readFileSync(`${client}/.vite/manifest.json`, 'utf8')) as Manifest;
