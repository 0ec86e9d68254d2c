import type { FormRejection } from '../../inquiry/form-errors.ts';
import type { EpochMs } from '../../text/format-time.ts';
import type * as entryServer from '../../web/entry-server.tsx';
import { createRepresentation, type Representation } from '../negotiate.ts';
import { normalizePath } from '../paths.ts';
import { compress } from './compress.ts';

/** The server bundle of src/web/entry-server.tsx. */
export type Renderer = typeof entryServer;

/** Renderer and assets of the website, from a build or from the sources. */
export interface SiteBundle {
  renderer: Renderer;
  assets: entryServer.DocumentAssets;
  /** Content-Security-Policy of every response. */
  policy: string;
}

export interface PagesOptions {
  publicUrl: string | undefined;
  /** Months for which inquiries are kept; undefined without a limit. */
  retentionMonths?: number | undefined;
  clock: () => EpochMs;
}

const notFoundPath = '/*';
const htmlHeaders = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
/** Headers of pages with input of a visitor, or with an inquiry: caches must not store them. */
const privateHeaders = { ...htmlHeaders, 'cache-control': 'no-store' };

/** Functions that render the HTML of pages that depend on a request. */
interface RequestRenderers {
  renderReceipt: (receivedMs: EpochMs) => string;
  renderContactForm: (posted: entryServer.PostedForm) => string;
  renderActionLink: (view: entryServer.ActionLinkView) => string;
}

interface RenderedSite extends Pick<Pages, 'year' | 'documents' | 'linkNotices'> {
  /** Paths of all pages except the not-found page. */
  paths: readonly string[];
  renderers: RequestRenderers;
}

/**
 * Renders the pages, and again when the year changes in the time zone of the firm. Resolves to a
 * function that returns the current pages. Calls `onError` if rendering or compressing fails;
 * visitors then get older or larger pages.
 */
export async function createPageCache(
  site: SiteBundle,
  options: PagesOptions,
  onError: (error: unknown) => void,
): Promise<() => Pages> {
  const { timeZone } = site.renderer.firm;
  let current = await renderPages(site, options);
  compressPages(current).catch(onError);
  const updateYear = async () => {
    if (getYear(timeZone, options.clock()) === current.year) return;
    current = await renderPages(site, options);
    await compressPages(current);
  };
  setInterval(() => void updateYear().catch(onError), 60_000).unref();
  return () => current;
}

/** Adds the compressed bodies to the pages and files that are rendered once. */
async function compressPages({ documents, linkNotices }: Pages) {
  for (const { bodies } of [...documents.values(), ...linkNotices.values()]) {
    const { br, gzip } = await compress(bodies.identity);
    bodies.br = br;
    bodies.gzip = gzip;
  }
}

/** Renders the pages and files of the current year. */
export async function renderPages(site: SiteBundle, options: PagesOptions): Promise<Pages> {
  const { firm, paths, describeRetention, linkNotices } = site.renderer;
  const year = getYear(firm.timeZone, options.clock());
  const siteData = { year, retention: describeRetention(options.retentionMonths) };
  const documents = await renderDocuments(site, options, siteData);
  const renderers = await createRequestRenderers(site, options, siteData);
  const notices = new Map<string, Representation>();
  for (const state of linkNotices) {
    const html = renderers.renderActionLink({ state });
    notices.set(state, createRepresentation(html, privateHeaders));
  }
  return new Pages({ year, paths, documents, linkNotices: notices, renderers });
}

/** Returns the calendar year in `timeZone` (IANA name). */
const getYear = (timeZone: string, now: EpochMs) =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).year;

/** Renders the files for crawlers, all pages and the not-found page. */
async function renderDocuments(
  { renderer, assets }: SiteBundle,
  { publicUrl }: PagesOptions,
  siteData: entryServer.SiteData,
): Promise<Map<string, Representation>> {
  const documents = new Map<string, Representation>();
  for (const [path, { type, body }] of Object.entries(renderer.renderMetadataFiles(publicUrl))) {
    const headers = { 'content-type': type, 'cache-control': 'public, no-cache' };
    documents.set(path, createRepresentation(body, headers));
  }
  for (const path of [...renderer.paths, notFoundPath]) {
    const page = await renderer.render(path, { site: siteData, assets, publicUrl });
    documents.set(path, createRepresentation(page.html, htmlHeaders, page.status));
  }
  return documents;
}

async function createRequestRenderers(
  { renderer, assets }: SiteBundle,
  { publicUrl, clock }: PagesOptions,
  siteData: entryServer.SiteData,
): Promise<RequestRenderers> {
  const { createOutcomeRenderer, createActionLinkRenderer, getReceiptTimes } = renderer;
  const options = { assets, publicUrl };
  const anyRejection = { ...siteData, posted: { errors: {} } };
  const renderRejection = await createOutcomeRenderer(anyRejection, options);
  const anyReceipt = { ...siteData, sent: getReceiptTimes(clock()) };
  const renderReceipt = await createOutcomeRenderer(anyReceipt, options);
  return {
    renderReceipt: (receivedMs) =>
      renderReceipt({ ...siteData, sent: getReceiptTimes(receivedMs) }),
    renderContactForm: (posted) => renderRejection({ ...siteData, posted }),
    renderActionLink: createActionLinkRenderer({ site: { year: siteData.year }, assets }),
  };
}

/** Pages of the site, and its files for crawlers, as of `year`. */
export class Pages {
  readonly year: number;
  /** Pages and files by exact path. */
  readonly documents: ReadonlyMap<string, Representation>;
  /** Pages of action links that show no inquiry, by state. */
  readonly linkNotices: ReadonlyMap<string, Representation>;
  readonly #paths: readonly string[];
  readonly #renderers: RequestRenderers;
  /** Pages for submissions that were not read, by reason and seconds: at most 83 for each limit. */
  readonly #unreadForms = new Map<string, Representation>();

  constructor({ year, paths, documents, linkNotices, renderers }: RenderedSite) {
    this.year = year;
    this.documents = documents;
    this.linkNotices = linkNotices;
    this.#paths = paths;
    this.#renderers = renderers;
  }

  /** Returns the page or file at `pathname`, ignoring case, or the not-found page. */
  find(pathname: string): Representation {
    const document =
      this.documents.get(normalizePath(pathname)) ?? this.documents.get(notFoundPath);
    return document as Representation;
  }

  /** Returns the contact page with the receipt of a form that was sent without script. */
  getReceiptPage(receivedMs: EpochMs): Representation {
    return createRepresentation(this.#renderers.renderReceipt(receivedMs), htmlHeaders);
  }

  /** Renders the contact page with the submitted values and their errors. */
  renderContactForm(posted: entryServer.PostedForm, status: number): Representation {
    const html = this.#renderers.renderContactForm(posted);
    return createRepresentation(html, privateHeaders, status);
  }

  /**
   * Returns the contact page for a submission that was not read. It depends only on the `reason`
   * and on the time that it names, and is rendered once for each.
   */
  renderUnreadForm(
    reason: FormRejection,
    retryAfterSeconds: number,
    status: number,
  ): Representation {
    const seconds = roundUp(retryAfterSeconds);
    const key = `${reason} ${seconds}`;
    const posted = { errors: { form: reason }, retryAfterSeconds: seconds };
    const page = this.#unreadForms.get(key) ?? this.renderContactForm(posted, status);
    this.#unreadForms.set(key, page);
    return { ...page, status };
  }

  /** Renders the page of an action link. One that shows no inquiry is cached. */
  renderActionLink(view: entryServer.ActionLinkView, status: number): Representation {
    const notice = this.linkNotices.get(view.state);
    if (notice) return { ...notice, status };
    const html = this.#renderers.renderActionLink(view);
    return createRepresentation(html, privateHeaders, status);
  }

  /**
   * Returns the path of a page without trailing slashes; undefined if `pathname` needs no redirect.
   */
  removeTrailingSlash(pathname: string): string | undefined {
    // Compare paths as React Router does. Never redirect to another host (`//`).
    const path = normalizePath(pathname);
    return this.#paths.find(
      (page) => path.startsWith(page) && /^\/+$/.test(path.slice(page.length)),
    );
  }
}

/** Rounds seconds up to minutes, or above an hour to hours; at most a day. */
function roundUp(seconds: number) {
  const unit = seconds > 3600 ? 3600 : 60;
  return Math.min(Math.ceil(seconds / unit) * unit, 24 * 3600);
}
