import { getReceiptTimes } from '../../inquiry/deadlines.ts';
import type * as entryServer from '../../web/entry-server.tsx';
import { createRepresentation, type Representation } from '../negotiate.ts';
import { compress } from './compress.ts';

/** The server bundle of src/web/entry-server.tsx. */
export type Renderer = typeof entryServer;

/** The website's renderer and assets, from a build or from the sources. */
export interface SiteBundle {
  renderer: Renderer;
  assets: entryServer.DocumentAssets;
  /** Content-Security-Policy of every response. */
  policy: string;
}

export interface PagesOptions {
  publicUrl: string | undefined;
  /** Months that inquiries are kept; undefined: no limit. */
  retentionMonths?: number | undefined;
  /** Milliseconds since the epoch. */
  clock: () => number;
}

const contactPath = '/contact';
const notFoundPath = '/*';
const htmlHeaders = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };

/** Stand for the days and times in the confirmation, so that no request has to render it. */
const placeholders = [0, 2, 4].map((nth) => [`{receipt ${nth}}`, `{receipt ${nth + 1}}`] as const);

export type Pages = Awaited<ReturnType<typeof renderPages>>;

/** Renders the site's pages, and its files for crawlers, as they are in the current year. */
export async function renderPages(
  { renderer, assets }: SiteBundle,
  { publicUrl, retentionMonths, clock }: PagesOptions,
) {
  const { firm, paths } = renderer;
  const year = getYear(firm.timeZone, clock());
  const confirmation = await renderPage(contactPath, { sent: placeholders });
  /** Pages of submissions that were not read, by reason and seconds: at most 83 for each limit. */
  const unreadForms = new Map<string, Representation>();
  const documents = new Map<string, Representation>();
  for (const [path, { type, body }] of Object.entries(renderer.renderMetadataFiles(publicUrl))) {
    const headers = { 'content-type': type, 'cache-control': 'public, no-cache' };
    documents.set(path, createRepresentation(body, headers));
  }
  for (const path of [...paths, notFoundPath]) {
    const page = await renderPage(path);
    documents.set(path, createRepresentation(page.html, htmlHeaders, page.status));
  }
  const renderRejectedForm = await renderer.createRejectedFormRenderer({
    site: { year, retentionMonths },
    assets,
    publicUrl,
  });
  const renderLinkPage = renderer.createActionLinkRenderer({ site: { year }, assets });
  const linkNotices = new Map<string, Representation>();
  for (const state of renderer.linkNotices) linkNotices.set(state, renderLink({ state }));

  return {
    year,
    /** Pages and files by exact path. */
    documents,
    /** Pages of action links that show no inquiry, by state. */
    linkNotices,
    /** Returns the page or file at `pathname` in any case, or the not-found page. */
    find: (pathname: string): Representation =>
      documents.get(normalizePath(pathname)) ?? (documents.get(notFoundPath) as Representation),
    /** Returns the contact page with the confirmation of a form sent without script at `receivedAt` (ms). */
    getConfirmation(receivedAt: number): Representation {
      const times = getReceiptTimes(firm.timeZone, receivedAt).flat();
      const fill = (_: string, nth: string) => times[Number(nth)] ?? '';
      const html = confirmation.html.replaceAll(/\{receipt (\d)\}/g, fill);
      return createRepresentation(html, htmlHeaders);
    },
    /** Renders the contact page with the submitted values and their errors. */
    renderContactForm,
    /**
     * Returns the contact page for a submission that was not read, which depends only on the `reason` and on
     * the time that it names: rendered once for each.
     */
    renderUnreadForm(reason: string, retryAfterSeconds: number, status: number): Representation {
      const seconds = roundUp(retryAfterSeconds);
      const key = `${reason} ${seconds}`;
      const posted = { errors: { form: reason }, retryAfterSeconds: seconds };
      const page = unreadForms.get(key) ?? renderContactForm(posted, status);
      unreadForms.set(key, page);
      return { ...page, status };
    },
    /** Renders the page of an action link; one that shows no inquiry is cached. */
    renderActionLink: (view: entryServer.ActionLinkView, status: number): Representation => ({
      ...(linkNotices.get(view.state) ?? renderLink(view)),
      status,
    }),
    /** Returns a page's path without trailing slashes; undefined if `pathname` needs no redirect. */
    removeTrailingSlash(pathname: string): string | undefined {
      // As React Router does; never another host (`//`).
      const path = normalizePath(pathname);
      return paths.find((page) => path.startsWith(page) && /^\/+$/.test(path.slice(page.length)));
    },
  };

  function renderContactForm(posted: entryServer.PostedForm, status: number) {
    // Caches must not store what a visitor typed.
    const headers = { ...htmlHeaders, 'cache-control': 'no-store' };
    return createRepresentation(renderRejectedForm(posted), headers, status);
  }

  function renderLink(view: entryServer.ActionLinkView) {
    return createRepresentation(renderLinkPage(view), {
      ...htmlHeaders,
      'cache-control': 'no-store',
    });
  }

  function renderPage(path: string, result: Pick<entryServer.SiteData, 'sent' | 'posted'> = {}) {
    return renderer.render(path, { site: { year, retentionMonths, ...result }, assets, publicUrl });
  }
}

/** Rounds seconds up to minutes, above an hour to hours, and to a day at most. */
function roundUp(seconds: number) {
  const unit = seconds > 3600 ? 3600 : 60;
  return Math.min(Math.ceil(seconds / unit) * unit, 24 * 3600);
}

/** Decodes a path, and ignores its case, as React Router does. Leaves a malformed one encoded. */
export function normalizePath(pathname: string) {
  try {
    return decodeURIComponent(pathname).toLowerCase();
  } catch {
    return pathname.toLowerCase();
  }
}

/**
 * Renders the pages, and again when the year changes in the firm's time zone. Returns a function that
 * gets the current ones. `onError` is called when rendering or compressing fails; visitors then get an
 * older or larger version.
 */
export async function createPageCache(
  site: SiteBundle,
  options: PagesOptions,
  onError: (error: unknown) => void,
): Promise<() => Pages> {
  const { timeZone } = site.renderer.firm;
  let current = await renderPages(site, options);
  compressPages().catch(onError);
  setInterval(() => void updateYear().catch(onError), 60_000).unref();
  return () => current;

  async function updateYear() {
    if (getYear(timeZone, options.clock()) === current.year) return;
    current = await renderPages(site, options);
    await compressPages();
  }

  async function compressPages() {
    for (const { bodies } of [...current.documents.values(), ...current.linkNotices.values()])
      Object.assign(bodies, await compress(bodies.identity));
  }
}

const getYear = (timeZone: string, nowMs: number) =>
  Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).year;
