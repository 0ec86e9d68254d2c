import { type Representation, textRepresentation } from './negotiate.ts';
import { toBrotli, toGzip } from './precompress.ts';
import type { FollowUpView, Pages, PostedForm, Site, SiteSource } from './site.ts';
import { speculationRulesPath } from './speculation-rules.ts';

/** Pages that are rendered ahead of any request. */
export interface HeldPages extends Pages {
  /** The page with exactly this path, where there is one. */
  held(path: string): Representation | undefined;
}

export interface PagesOptions {
  site: SiteSource;
  publicUrl: string | undefined;
  /** Months that inquiries are kept; without it, no limit. */
  retentionMonths?: number | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Called when rendering or compressing fails; visitors then get an older or larger version. */
  onError: (error: unknown) => void;
}

const contactPath = '/contact';
const thanksKey = 'thanks';
const notFoundPath = '/*';
/** A timer can't wait longer than 24.8 days, and a machine's clock may be set in between. */
const longestWaitMs = 24 * 60 * 60 * 1000;
const retryMs = 60 * 1000;

/** Renders every page now, and again when the year changes in the firm's time zone. */
export async function createPages({
  site,
  publicUrl,
  retentionMonths,
  now,
  onError,
}: PagesOptions): Promise<HeldPages> {
  const { timeZone } = site.renderer.firm;
  const { paths } = site.renderer;
  const context = () => ({ site, publicUrl, retentionMonths, year: yearIn(timeZone, now()) });
  let shown = await renderAll(context(), onError);
  checkYearIn(untilNewYear());

  return {
    held: (path) => shown.pages.get(path),
    ...toPages(paths, context, (key) => shown.pages.get(key) as Representation),
  };

  function checkYearIn(waitMs: number) {
    setTimeout(() => void checkYear(), Math.min(waitMs, longestWaitMs)).unref();
  }

  async function checkYear() {
    try {
      const current = context();
      if (current.year !== shown.year) shown = await renderAll(current, onError);
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
  loadSite: () => Promise<SiteSource>,
  { now, ...settings }: Omit<PagesOptions, 'site' | 'onError'>,
): Promise<Pages> {
  const { paths } = (await loadSite()).renderer;
  const context = async () => {
    const fresh = await loadSite();
    return { site: fresh, ...settings, year: yearIn(fresh.renderer.firm.timeZone, now()) };
  };
  return toPages(paths, context, async (key) => renderKey(await context(), key));
}

/** `get` makes or finds a page by its key. */
const toPages = (
  paths: string[],
  context: () => RenderContext | Promise<RenderContext>,
  get: (key: string) => Representation | Promise<Representation>,
): Pages => ({
  find: async (pathname) => get(keyOf(paths, pathname)),
  thanks: async () => get(thanksKey),
  renderPosted: async (posted, status) => renderPosted(await context(), posted, status),
  renderFollowUp: async (view, status) => renderFollowUp((await context()).site, view, status),
  withoutSlash: (pathname) => withoutSlash(paths, pathname),
});

interface RenderContext extends Pick<PagesOptions, 'site' | 'publicUrl' | 'retentionMonths'> {
  year: number;
}

type PostAnswer = Pick<Site, 'sent' | 'posted'>;

async function renderAll(context: RenderContext, onError: PagesOptions['onError']) {
  const pages = new Map<string, Representation>();
  const keys = [...context.site.renderer.paths, notFoundPath, thanksKey];
  await Promise.all(
    keys.map(async (key) => {
      const page = await renderKey(context, key);
      page.bodies.gzip = await toGzip(page.bodies.identity);
      pages.set(key, page);
    }),
  );
  // The best compression takes a while: pages are served before it is done.
  compressBest([...pages.values()]).catch(onError);
  return { year: context.year, pages };
}

/** One after the other, because each compressor takes memory that its thread then keeps. */
async function compressBest(pages: Representation[]) {
  for (const { bodies } of pages) bodies.br = await toBrotli(bodies.identity);
}

async function renderPage(context: RenderContext, path: string, answer: PostAnswer = {}) {
  const { site, publicUrl, retentionMonths, year } = context;
  const { html, status } = await site.renderer.render(path, {
    site: { year, retentionMonths, ...answer },
    assets: site.assets,
    publicUrl,
  });
  const page = toRepresentation(html, status);
  page.headers['speculation-rules'] = `"${speculationRulesPath}"`;
  return page;
}

function toRepresentation(html: string, status: number) {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
  return textRepresentation(html, headers, status);
}

const renderKey = (context: RenderContext, key: string) =>
  key === thanksKey ? renderPage(context, contactPath, { sent: true }) : renderPage(context, key);

async function renderPosted(context: RenderContext, posted: PostedForm, status: number) {
  const page = await renderPage(context, contactPath, { posted });
  // What a visitor typed is nobody else's to keep.
  return { ...page, status, headers: { ...page.headers, 'cache-control': 'no-store' } };
}

function renderFollowUp(site: SiteSource, view: FollowUpView, status: number) {
  return toRepresentation(site.renderer.renderFollowUp(view, site.assets), status);
}

function keyOf(paths: string[], pathname: string) {
  return paths.find((path) => path === decode(pathname).toLowerCase()) ?? notFoundPath;
}

/** The application's router takes any number of slashes for none: `//` is not another host here. */
function withoutSlash(paths: string[], pathname: string) {
  const path = decode(pathname).toLowerCase();
  const bare = path.replace(/\/+$/, '') || '/';
  return bare === path ? undefined : paths.find((known) => known === bare);
}

/** The application's router decodes a path before it matches: so does the server. */
function decode(pathname: string) {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** The calendar year that it is in `timeZone` (IANA name) at `nowMs`. */
export const yearIn = (timeZone: string, nowMs: number): number => zoned(timeZone, nowMs).year;

/** When that year ends: milliseconds since the epoch. */
export function whenYearEnds(timeZone: string, nowMs: number): number {
  const today = zoned(timeZone, nowMs).toPlainDate();
  const newYear = today.with({ month: 1, day: 1 }).add({ years: 1 });
  return newYear.toZonedDateTime(timeZone).epochMilliseconds;
}

const zoned = (timeZone: string, nowMs: number) =>
  Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone);
