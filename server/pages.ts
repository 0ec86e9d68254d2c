import { toBrotli, toGzip } from './precompress.ts';
import { hashOf, type Representation } from './representation.ts';
import type { PostedForm, Site } from './site.ts';
import { whenYearEnds, yearIn } from './year.ts';

/** The site's HTML documents. */
export interface Pages {
  /** The page at `pathname`, whatever its case, or the not-found page. */
  find(pathname: string, search: URLSearchParams): Promise<Representation>;
  /** The contact page with a form that came back: status 422 unless told. */
  renderPosted(posted: PostedForm, status?: number): Promise<Representation>;
  /** The path that `pathname` with its trailing slash stands for, where there is such a page. */
  withoutSlash(pathname: string): string | undefined;
}

export interface PagesOptions {
  site: Site;
  publicUrl: string | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
  onError: (error: unknown) => void;
}

const sentPath = '/contact?sent';
const notFoundPath = '/*';
/** A timer can't wait longer than 24.8 days, and a machine's clock may be set in between. */
const longestWaitMs = 24 * 60 * 60 * 1000;
const retryMs = 60 * 1000;

/** Renders every page now, and again when the year changes in the firm's time zone. */
export async function createPages({ site, publicUrl, now, onError }: PagesOptions): Promise<Pages> {
  const { timeZone } = site.firm;
  const { paths } = site.renderer;
  const context = () => ({ site, publicUrl, year: yearIn(timeZone, now()) });
  let shown = await renderAll(context());
  checkYearIn(untilNewYear());

  return {
    find: async (pathname, search) =>
      shown.pages.get(keyOf(paths, pathname, search)) as Representation,
    renderPosted: (posted, status = 422) => renderPosted(context(), posted, status),
    withoutSlash: (pathname) => withoutSlash(paths, pathname),
  };

  function checkYearIn(waitMs: number) {
    setTimeout(() => void checkYear(), Math.min(waitMs, longestWaitMs)).unref();
  }

  async function checkYear() {
    try {
      const current = context();
      if (current.year !== shown.year) shown = await renderAll(current);
      checkYearIn(untilNewYear());
    } catch (error) {
      onError(error);
      checkYearIn(retryMs);
    }
  }

  function untilNewYear() {
    return whenYearEnds(timeZone, now()) - now();
  }
}

/** The same pages rendered anew for each request, for a site that changes while it is written. */
export async function createFreshPages(
  loadSite: () => Promise<Site>,
  { publicUrl, now }: Pick<PagesOptions, 'publicUrl' | 'now'>,
): Promise<Pages> {
  const { paths } = (await loadSite()).renderer;
  const context = async () => {
    const fresh = await loadSite();
    return { site: fresh, publicUrl, year: yearIn(fresh.firm.timeZone, now()) };
  };
  return {
    find: async (pathname, search) => renderPage(await context(), keyOf(paths, pathname, search)),
    renderPosted: async (posted, status = 422) => renderPosted(await context(), posted, status),
    withoutSlash: (pathname) => withoutSlash(paths, pathname),
  };
}

interface RenderContext {
  site: Site;
  publicUrl: string | undefined;
  year: number;
}

async function renderAll(context: RenderContext) {
  const keys = [...context.site.renderer.paths, sentPath, notFoundPath];
  const pages = new Map<string, Representation>();
  await Promise.all(
    keys.map(async (key) => {
      const page = await renderPage(context, key);
      page.bodies.gzip = await toGzip(page.bodies.identity);
      // The best compression takes a while: pages are served before it is done.
      void toBrotli(page.bodies.identity).then((body) => (page.bodies.br = body));
      pages.set(key, page);
    }),
  );
  return { year: context.year, pages };
}

async function renderPage(context: RenderContext, path: string, posted?: PostedForm) {
  const { site, publicUrl, year } = context;
  const { status, html } = await site.renderer.render(path, {
    site: { firm: site.firm, year, ...(posted && { posted }) },
    assets: site.assets,
    publicUrl,
  });
  const identity = new TextEncoder().encode(html);
  const page: Representation = {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
    bodies: { identity },
    hash: hashOf(identity),
  };
  return page;
}

async function renderPosted(context: RenderContext, posted: PostedForm, status: number) {
  const page = await renderPage(context, '/contact', posted);
  // What a visitor typed is nobody else's to keep.
  return { ...page, status, headers: { ...page.headers, 'cache-control': 'no-store' } };
}

function keyOf(paths: string[], pathname: string, search: URLSearchParams) {
  const path = paths.find((path) => path === decode(pathname).toLowerCase());
  if (path === '/contact' && search.has('sent')) return sentPath;
  return path ?? notFoundPath;
}

function withoutSlash(paths: string[], pathname: string) {
  if (!pathname.endsWith('/')) return undefined;
  return paths.find((path) => `${path}/` === pathname.toLowerCase());
}

/** The application's router decodes a path before it matches: so does the server. */
function decode(pathname: string) {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
