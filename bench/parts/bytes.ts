import { readFileSync, statSync } from 'node:fs';
import { pages } from '../../src/content/pages.ts';
import { compress } from '../../src/http/pages/compress.ts';
import { loadSiteBundle } from '../../src/http/pages/site-build.ts';

const client = 'dist/client';
const manifest = JSON.parse(readFileSync(`${client}/.vite/manifest.json`, 'utf8')) as Manifest;
type Manifest = Record<string, { file: string; imports?: string[]; assets?: string[] }>;
export const listFonts = (): string[] => manifest['src/web/styles/index.css']?.assets ?? [];

const entryScript = 'src/web/entry-client.ts';
const toScript = (folder: string) => `src/web/pages/${folder}/${folder}.tsx`;
const contactScript = toScript('contact');
const otherScripts = pages
  .map(({ path }) => toScript(path.slice(1) || 'home'))
  .filter((script) => script !== contactScript);

const weigh = (files: string[]) =>
  files.reduce((sum, file) => sum + statSync(`${client}/${file}`).size, 0);
const weighScripts = (...modules: string[]) =>
  weigh(listFiles([entryScript, ...modules]).map((file) => `${file}.br`));
const document = await weighDocument();
const boot = weighScripts();
const contact = weighScripts(contactScript) - boot;
const others = Math.max(...otherScripts.map((script) => weighScripts(script))) - boot;
const unit = 'B';

/** Sizes of the last build as sent, without headers, which do not depend on the machine. */
export const measurements = [
  // Fits into the initial congestion window with its headers.
  { name: 'Largest document, with its styles', value: document, unit, atMost: 13_000 },
  { name: 'Script of the document', value: boot, unit, atMost: 2_200 },
  { name: 'Scripts of hydration, except Contact', value: others, unit, atMost: 97_000 },
  { name: 'Scripts of hydration, Contact', value: contact, unit, atMost: 115_000 },
  { name: 'Two fonts', value: weigh(listFonts()), unit, atMost: 45_000 },
];

/** Returns the bytes of the largest page, or of the not-found page. */
async function weighDocument() {
  const site = await loadSiteBundle('dist');
  if (!site) throw new Error('The site is not built. Run "npm run build".');
  const { renderer, assets } = site;
  const options = { site: { year: 2026 }, assets, publicUrl: 'https://www.example.com' };
  const documents = [...renderer.paths, '/nowhere'].map(async (path) => {
    const { html } = await renderer.render(path, options);
    return (await compress(Buffer.from(html))).br.byteLength;
  });
  return Math.max(...(await Promise.all(documents)));
}

/** Lists the files of these modules and their imports. */
export function listFiles(modules: string[]): string[] {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`Missing in the build: ${name}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  modules.forEach(visit);
  return [...files];
}
