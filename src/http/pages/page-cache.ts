import type { ActionLinkView, PostedForm, SiteData } from '../../web/entry-server.tsx';
import { getReceiptTimes } from '../../inquiry/deadlines.ts';
import { createTextRepresentation, type Representation } from '../negotiate.ts';
import { toBrotli, toGzip } from './compress.ts';
import type { Pages, SiteBundle } from './site.ts';

/** Pages that are rendered before any request. */
export interface CachedPages extends Pages {
  /** Returns the page with exactly this path. */
  getCached(path: string): Representation | undefined;
}

export interface PagesOptions {
  site: SiteBundle;
  publicUrl: string | undefined;
  /** Months that inquiries are kept; undefined: no limit. */
  retentionMonths?: number | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Called when rendering or compressing fails; visitors then get an older or larger version. */
  onError: (error: unknown) => void;
}

const contactPath = '/contact';
const confirmationKey = 'thanks';
const notFoundPath = '/*';
const yearCheckMs = 60_000;

/** Renders every page, and again when the year changes in the firm's time zone. */
export async function createPageCache({
  site,
  publicUrl,
  retentionMonths,
  now,
  onError,
}: PagesOptions): Promise<CachedPages> {
  const { timeZone } = site.renderer.firm;
  const getContext = () => ({ site, publicUrl, retentionMonths, year: getYear(timeZone, now()) });
  let current = await renderAll(getContext(), onError);
  setInterval(() => void updateYear().catch(onError), yearCheckMs).unref();

  return {
    getCached: (path) => current.pages.get(path),
    ...toPages(getContext, (key) => current.pages.get(key) as Representation),
  };

  async function updateYear() {
    const context = getContext();
    if (context.year !== current.year) current = await renderAll(context, onError);
  }
}

/** Creates pages that are rendered for each request, for development. */
export function createDevPages(
  loadSite: () => Promise<SiteBundle>,
  { now, ...settings }: Omit<PagesOptions, 'site' | 'onError'>,
): Pages {
  const getContext = async () => {
    const bundle = await loadSite();
    return { site: bundle, ...settings, year: getYear(bundle.renderer.firm.timeZone, now()) };
  };
  return toPages(getContext, async (key) => renderKey(await getContext(), key));
}

/** `get` renders or looks up a page by its key. */
const toPages = (
  getContext: () => RenderContext | Promise<RenderContext>,
  get: (key: string) => Representation | Promise<Representation>,
): Pages => ({
  find: async (pathname) => get(findPageKey((await getContext()).site.renderer.paths, pathname)),
  getConfirmation: async (receivedAt) =>
    fillReceipt(await get(confirmationKey), (await getContext()).site, receivedAt),
  renderContactForm: async (posted, status) =>
    renderContactForm(await getContext(), posted, status),
  renderActionLink: async (view, status) =>
    renderActionLink((await getContext()).site, view, status),
  removeTrailingSlash: async (pathname) =>
    removeTrailingSlash((await getContext()).site.renderer.paths, pathname),
});

interface RenderContext extends Pick<PagesOptions, 'site' | 'publicUrl' | 'retentionMonths'> {
  year: number;
}

type PostResult = Pick<SiteData, 'sent' | 'posted'>;

async function renderAll(context: RenderContext, onError: PagesOptions['onError']) {
  const pages = new Map<string, Representation>();
  const keys = [...context.site.renderer.paths, notFoundPath, confirmationKey];
  await Promise.all(
    keys.map(async (key) => {
      const page = await renderKey(context, key);
      page.bodies.gzip = await toGzip(page.bodies.identity);
      pages.set(key, page);
    }),
  );
  // Brotli is slow: pages are served with gzip until it is done.
  compressWithBrotli([...pages.values()]).catch(onError);
  return { year: context.year, pages };
}

/** Compresses one page at a time: each thread keeps the memory that its compressor took. */
async function compressWithBrotli(pages: Representation[]) {
  for (const { bodies } of pages) bodies.br = await toBrotli(bodies.identity);
}

async function renderPage(context: RenderContext, path: string, result: PostResult = {}) {
  const { site, publicUrl, retentionMonths, year } = context;
  const { html, status } = await site.renderer.render(path, {
    site: { year, retentionMonths, ...result },
    assets: site.assets,
    publicUrl,
  });
  return toRepresentation(html, status);
}

function toRepresentation(html: string, status: number) {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
  return createTextRepresentation(html, headers, status);
}

const renderKey = (context: RenderContext, key: string) =>
  key === confirmationKey
    ? renderPage(context, contactPath, { sent: placeholders })
    : renderPage(context, key);

/** Stand for the times in the confirmation, so that no request has to render it. */
const placeholders = [1, 2, 3].map((nth) => [`{day ${nth}}`, `{time ${nth}}`] as const);

function fillReceipt({ bodies }: Representation, { renderer }: SiteBundle, receivedAt: number) {
  const html = new TextDecoder().decode(bodies.identity);
  const times = getReceiptTimes(renderer.firm.timeZone, receivedAt).flat();
  const filled = placeholders
    .flat()
    .reduce((text, placeholder, i) => text.replaceAll(placeholder, times[i] ?? ''), html);
  return toRepresentation(filled, 200);
}

async function renderContactForm(context: RenderContext, posted: PostedForm, status: number) {
  const page = await renderPage(context, contactPath, { posted });
  // Caches must not store what a visitor typed.
  return { ...page, status, headers: { ...page.headers, 'cache-control': 'no-store' } };
}

function renderActionLink(site: SiteBundle, view: ActionLinkView, status: number) {
  return toRepresentation(site.renderer.renderActionLinkPage(view, site.assets), status);
}

function findPageKey(paths: string[], pathname: string) {
  const path = decode(pathname).toLowerCase();
  return paths.find((known) => known === path) ?? notFoundPath;
}

/** Returns a page's path without its trailing slashes, as React Router does; never another host (`//`). */
function removeTrailingSlash(paths: string[], pathname: string) {
  const path = decode(pathname).toLowerCase();
  return paths.find((known) => path.startsWith(known) && /^\/+$/.test(path.slice(known.length)));
}

/** Decodes a path before matching, as React Router does. */
function decode(pathname: string) {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Returns the calendar year in `timeZone` (IANA name) at `nowMs`. */
export const getYear = (timeZone: string, nowMs: number): number =>
  Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).year;
