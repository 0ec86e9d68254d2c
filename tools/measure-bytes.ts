import { readFileSync, statSync } from 'node:fs';
import { pages } from '../src/content/pages.ts';
import { compress } from '../src/http/pages/compress.ts';
import { loadSiteBundle } from '../src/http/pages/site-build.ts';
import { getPageFile } from '../src/web/page-file.ts';

type Manifest = Record<string, { file: string; imports?: string[]; assets?: string[] }>;

/** Size of a part of the build as sent, without headers. */
interface ByteMeasurement {
  name: string;
  value: number;
  unit: 'B';
  /** Budget: docs/performance.md. */
  atMost: number;
  /** Beginning of the sentence about an exceeded budget. */
  subject: string;
  /** End of that sentence, before the alternative of raising `atMost`. */
  remedy: string;
}

const entryScript = 'src/web/entry-client.ts';
const contactScript = getPageFile('/contact');

/** A page of the build as HTML. */
export interface RenderedDocument {
  path: string;
  html: string;
}

/** Measures the build in `dist` and its pages. The results do not depend on the machine. */
export async function measureBytes(documents: RenderedDocument[]): Promise<ByteMeasurement[]> {
  const document = await findLargestDocument(documents);
  const boot = weighScripts();
  const contact = weighScripts(contactScript) - boot;
  const others = findLargestScripts();
  const unit = 'B';
  return [
    {
      name: 'Largest document, with its styles',
      value: document.bytes,
      unit,
      // Fits into the initial congestion window with its headers.
      atMost: 13_000,
      subject: `${document.path} has`,
      remedy: 'A larger page may wait for a second round trip: shorten its texts',
    },
    {
      name: 'Script of the document',
      value: boot,
      unit,
      atMost: 2200,
      subject: `${entryScript} has`,
      remedy: 'Shorten it',
    },
    {
      name: 'Scripts of hydration, except Contact',
      value: others.bytes - boot,
      unit,
      atMost: 97_000,
      subject: `The scripts of ${others.path} have`,
      remedy: 'Shorten its texts',
    },
    {
      name: 'Scripts of hydration, Contact',
      value: contact,
      unit,
      // Has room for a field and a translation.
      atMost: 118_000,
      subject: 'The scripts of /contact have',
      remedy: 'Shorten its texts and those of the form',
    },
    {
      name: 'Two fonts',
      value: weigh(listFonts()),
      unit,
      atMost: 45_000,
      subject: 'The fonts have',
      remedy: 'Leave out characters or weights in src/content/fonts/fonts.ts',
    },
  ];
}

/** Describes each exceeded budget, with what to edit. */
export const describeExceededBudgets = (measurements: ByteMeasurement[]): string[] =>
  measurements
    .filter(({ value, atMost }) => value > atMost)
    .map(({ subject, value, atMost, remedy }) => {
      const excess = format(value - atMost);
      return `${subject} ${format(value)} B compressed, ${excess} more than the budget. ${remedy}, or raise atMost in tools/measure-bytes.ts.`;
    });

const format = (count: number) => count.toLocaleString('en');

/** Finds the largest document. */
async function findLargestDocument(documents: RenderedDocument[]) {
  const weighing = documents.map(async ({ path, html }) => {
    return { path, bytes: (await compress(Buffer.from(html))).br.byteLength };
  });
  return findLargest(await Promise.all(weighing));
}

/** Renders all pages of the build in `dist`, and the not-found page. */
export async function renderDocuments(): Promise<RenderedDocument[]> {
  const site = await loadSiteBundle('dist');
  if (!site) throw new Error('The site is not built. Run "npm run build".');
  const { renderer, assets } = site;
  const options = { site: { year: 2026 }, assets, publicUrl: 'https://www.example.com' };
  const rendering = [...renderer.paths, '/not-found'].map(async (path) => {
    const { html } = await renderer.render(path, options);
    return { path, html };
  });
  return Promise.all(rendering);
}

/** Finds the page with the largest scripts, except Contact. */
function findLargestScripts() {
  const others = pages.filter(({ path }) => getPageFile(path) !== contactScript);
  return findLargest(others.map(({ path }) => ({ path, bytes: weighScripts(getPageFile(path)) })));
}

interface Weighed {
  path: string;
  bytes: number;
}

const findLargest = (weighed: Weighed[]): Weighed =>
  weighed.reduce((largest, one) => (one.bytes > largest.bytes ? one : largest));

const weighScripts = (...modules: string[]) =>
  weigh(listFiles([entryScript, ...modules]).map((file) => `${file}.br`));

const weigh = (files: string[]) =>
  files.reduce((sum, file) => sum + statSync(`dist/client/${file}`).size, 0);

export const listFonts = (): string[] => readManifest()['src/web/styles/index.css']?.assets ?? [];

/** Lists the files of these modules and their imports. */
export function listFiles(modules: string[]): string[] {
  const manifest = readManifest();
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

const readManifest = () =>
  JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Manifest;
