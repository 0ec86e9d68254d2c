import { type Representation, textRepresentation } from './negotiate.ts';
import { type PagesOptions, yearIn } from './page-cache.ts';
import { toBrotli, toGzip } from './precompress.ts';
import type { SiteSource, Text } from './site.ts';
import type { Files } from './static-files.ts';

type TextOptions = Omit<PagesOptions, 'site' | 'onError'>;

/** What only programs read, such as sitemap.xml: rendered when it is first asked for, then held. */
export async function createTexts(site: SiteSource, options: TextOptions): Promise<Files> {
  const texts = new Map(Object.entries(await textsOf(site, options)));
  const held = new Map<string, Promise<Representation>>();
  return {
    get(urlPath) {
      const render = texts.get(urlPath);
      if (!render || held.has(urlPath)) return held.get(urlPath);
      const text = prepare(render);
      text.catch(() => held.delete(urlPath));
      held.set(urlPath, text);
      return text;
    },
  };
}

async function prepare(render: () => Text | Promise<Text>): Promise<Representation> {
  const text = toRepresentation(await render());
  const { bodies } = text;
  [bodies.br, bodies.gzip] = await Promise.all([
    toBrotli(bodies.identity),
    toGzip(bodies.identity),
  ]);
  return text;
}

/** The one at `urlPath`, rendered anew; undefined where there is none. */
export async function renderText(
  site: SiteSource,
  urlPath: string,
  options: TextOptions,
): Promise<Representation | undefined> {
  const text = await (await textsOf(site, options))[urlPath]?.();
  return text && toRepresentation(text);
}

const textsOf = ({ renderer }: SiteSource, { publicUrl, retentionMonths, now }: TextOptions) =>
  renderer.programTexts({
    site: { year: yearIn(renderer.firm.timeZone, now()), retentionMonths },
    publicUrl,
  });

const toRepresentation = ({ headers, body }: Text) =>
  textRepresentation(body, { ...headers, 'cache-control': 'public, no-cache' });
