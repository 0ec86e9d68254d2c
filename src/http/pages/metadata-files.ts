import { createTextRepresentation, type Representation } from './negotiate.ts';
import { getYear, type PagesOptions } from './page-cache.ts';
import { toBrotli, toGzip } from './precompress.ts';
import type { SiteBundle, MetadataFile } from './site.ts';
import type { Files } from './static-files.ts';

type MetadataOptions = Omit<PagesOptions, 'site' | 'onError'>;

/** Creates files for crawlers, such as sitemap.xml: rendered on first request, then cached. */
export async function createMetadataFiles(
  site: SiteBundle,
  options: MetadataOptions,
): Promise<Files> {
  const renderers = new Map(Object.entries(await getRenderers(site, options)));
  const cached = new Map<string, Promise<Representation>>();
  return {
    get(urlPath) {
      const render = renderers.get(urlPath);
      if (!render || cached.has(urlPath)) return cached.get(urlPath);
      const text = renderCompressed(render);
      text.catch(() => cached.delete(urlPath));
      cached.set(urlPath, text);
      return text;
    },
  };
}

async function renderCompressed(
  render: () => MetadataFile | Promise<MetadataFile>,
): Promise<Representation> {
  const text = toRepresentation(await render());
  const { bodies } = text;
  [bodies.br, bodies.gzip] = await Promise.all([
    toBrotli(bodies.identity),
    toGzip(bodies.identity),
  ]);
  return text;
}

/** Renders the file at `urlPath` without the cache; undefined if unknown. */
export async function renderMetadataFile(
  site: SiteBundle,
  urlPath: string,
  options: MetadataOptions,
): Promise<Representation | undefined> {
  const text = await (await getRenderers(site, options))[urlPath]?.();
  return text && toRepresentation(text);
}

const getRenderers = (
  { renderer }: SiteBundle,
  { publicUrl, retentionMonths, now }: MetadataOptions,
) =>
  renderer.renderMetadataFiles({
    site: { year: getYear(renderer.firm.timeZone, now()), retentionMonths },
    publicUrl,
  });

const toRepresentation = ({ headers, body }: MetadataFile) =>
  createTextRepresentation(body, { ...headers, 'cache-control': 'public, no-cache' });
