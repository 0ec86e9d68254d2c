import type { EpochMs } from '../../text/format-time.ts';
import type * as entryServer from '../../web/entry-server.tsx';
import { createRepresentation, type Representation } from '../negotiate.ts';
import { normalizePath } from '../paths.ts';
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
  clock: () => EpochMs;
}

const notFoundPath = '/*';
const htmlHeaders = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
/** Caches must not store what a visitor typed, nor an inquiry. */
const privateHeaders = { ...htmlHeaders, 'cache-control': 'no-store' };

/** The site's pages, and its files for crawlers, as they are in `year`. */
export interface Pages {
  year: number;
  /** Pages and files by exact path. */
  documents: ReadonlyMap<string, Representation>;
  /** Pages of action links that show no inquiry, by state. */
  linkNotices: ReadonlyMap<string, Representation>;
  /** Returns the page or file at `pathname` in any case, or the not-found page. */
  find(pathname: string): Representation;
  /** Returns the contact page with the receipt of a form sent without script at `receivedAt` (ms). */
  getReceiptPage(receivedAt: EpochMs): Representation;
  /** Renders the contact page with the submitted values and their errors. */
  renderContactForm(posted: entryServer.PostedForm, status: number): Representation;
  /**
   * Returns the contact page for a submission that was not read, which depends only on the `reason` and on
   * the time that it names: rendered once for each.
   */
  renderUnreadForm(reason: string, retryAfterSeconds: number, status: number): Representation;
  /** Renders the page of an action link; one that shows no inquiry is cached. */
  renderActionLink(view: entryServer.ActionLinkView, status: number): Representation;
  /** Returns a page's path without trailing slashes; undefined if `pathname` needs no redirect. */
  removeTrailingSlash(pathname: string): string | undefined;
}

/** Renders the pages and files of the current year. */
export async function renderPages(
  { renderer, assets }: SiteBundle,
  { publicUrl, retentionMonths, clock }: PagesOptions,
): Promise<Pages> {
  const { firm, paths } = renderer;
  const year = getYear(firm.timeZone, clock());
  const site = { year, retention: renderer.describeRetention(retentionMonths) };
  const options = { assets, publicUrl };
  /** Pages of submissions that were not read, by reason and seconds: at most 83 for each limit. */
  const unreadForms = new Map<string, Representation>();
  const documents = new Map<string, Representation>();
  for (const [path, { type, body }] of Object.entries(renderer.renderMetadataFiles(publicUrl))) {
    const headers = { 'content-type': type, 'cache-control': 'public, no-cache' };
    documents.set(path, createRepresentation(body, headers));
  }
  for (const path of [...paths, notFoundPath]) {
    const page = await renderer.render(path, { site, ...options });
    documents.set(path, createRepresentation(page.html, htmlHeaders, page.status));
  }
  const anyRejection = { ...site, posted: { errors: {} } };
  const renderRejection = await renderer.createOutcomeRenderer(anyRejection, options);
  const anyReceipt = { ...site, sent: renderer.getReceiptTimes(clock()) };
  const renderReceipt = await renderer.createOutcomeRenderer(anyReceipt, options);
  const renderLinkPage = renderer.createActionLinkRenderer({ site: { year }, assets });
  const linkNotices = new Map<string, Representation>();
  for (const state of renderer.linkNotices) linkNotices.set(state, renderLink({ state }));

  return {
    year,
    documents,
    linkNotices,
    find(pathname) {
      const document = documents.get(normalizePath(pathname)) ?? documents.get(notFoundPath);
      return document as Representation;
    },
    getReceiptPage(receivedAt) {
      const sent = renderer.getReceiptTimes(receivedAt);
      return createRepresentation(renderReceipt({ ...site, sent }), htmlHeaders);
    },
    renderContactForm,
    renderUnreadForm(reason, retryAfterSeconds, status) {
      const seconds = roundUp(retryAfterSeconds);
      const key = `${reason} ${seconds}`;
      const posted = { errors: { form: reason }, retryAfterSeconds: seconds };
      const page = unreadForms.get(key) ?? renderContactForm(posted, status);
      unreadForms.set(key, page);
      return { ...page, status };
    },
    renderActionLink(view, status) {
      const page = linkNotices.get(view.state) ?? renderLink(view);
      return { ...page, status };
    },
    removeTrailingSlash(pathname) {
      // As React Router does; never another host (`//`).
      const path = normalizePath(pathname);
      return paths.find((page) => path.startsWith(page) && /^\/+$/.test(path.slice(page.length)));
    },
  };

  function renderContactForm(posted: entryServer.PostedForm, status: number): Representation {
    return createRepresentation(renderRejection({ ...site, posted }), privateHeaders, status);
  }

  function renderLink(view: entryServer.ActionLinkView): Representation {
    return createRepresentation(renderLinkPage(view), privateHeaders);
  }
}

/** Rounds seconds up to minutes, above an hour to hours, and to a day at most. */
function roundUp(seconds: number) {
  const unit = seconds > 3600 ? 3600 : 60;
  return Math.min(Math.ceil(seconds / unit) * unit, 24 * 3600);
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
    const pages = [...current.documents.values(), ...current.linkNotices.values()];
    for (const { bodies } of pages) {
      const { br, gzip } = await compress(bodies.identity);
      bodies.br = br;
      bodies.gzip = gzip;
    }
  }
}

/** Returns the calendar year in `timeZone` (IANA name). */
const getYear = (timeZone: string, nowMs: EpochMs) =>
  Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).year;
