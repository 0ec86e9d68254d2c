import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type StaticHandlerContext,
  StaticRouter,
  StaticRouterProvider,
} from 'react-router';
import { actionLinks } from '../content/action-links.ts';
import { contact } from '../content/contact.ts';
import { administrator, firm as publicFirm } from '../content/firm.ts';
import { serverError } from '../content/layout.ts';
import { mails } from '../content/mails.ts';
import { pages } from '../content/pages.ts';
import { toTeamEnglish } from '../text/locale-options.ts';
import { ContactForm } from './contact-form/contact-form.tsx';
import { Document, type DocumentAssets } from './layout/document.tsx';
import { ActionLinkPage } from './link-page/link-page.tsx';
import { type ActionLinkView, unreadProblems } from './link-page/link-view.ts';
import { routeObjects } from './route-objects.ts';
import { findPageFile, type PageHandle } from './routes.ts';
import { PageMetadata } from './seo/page-metadata.tsx';
import { formatSiteData, type SiteData, SiteDataContext } from './site-data.ts';

export type { DocumentAssets } from './layout/document.tsx';
export type { ActionLinkView } from './link-page/link-view.ts';
export type { PostedForm, SiteData } from './site-data.ts';
export { describeRetention } from './contact-form/privacy-notice.tsx';
export { getReceiptTimes } from './contact-form/receipt-times.ts';
export { renderMetadataFiles } from './seo/metadata-files.ts';

/** The firm's facts and texts for the server. */
export const firm = { ...publicFirm, administrator, mails, serverError };

/** States of an action link whose page is always the same, since it shows no inquiry. */
export const linkNotices = [
  ...(Object.keys(actionLinks.invalidLinks) as (keyof typeof actionLinks.invalidLinks)[]),
  ...unreadProblems,
];

/** Paths of all pages except the not-found page. */
export const paths = pages.map(({ path }) => path);

interface RenderOptions {
  site: SiteData;
  assets: DocumentAssets;
  /** The site's public origin, without a trailing slash. */
  publicUrl: string | undefined;
}

const handler = createStaticHandler(routeObjects);

/**
 * Renders the page at `path`, which may have a query, as an HTML document. Rethrows errors of the
 * page.
 */
export async function render(path: string, { site, assets, publicUrl }: RenderOptions) {
  const request = new Request(new URL(path, 'http://localhost'));
  // The result is never a response, because no route redirects.
  const context = (await handler.query(request)) as StaticHandlerContext;
  if (context.errors) throw Object.values(context.errors)[0];
  const { meta, headerTheme, isNotFound } = context.matches.at(-1)?.route.handle as PageHandle;
  const router = createStaticRouter(handler.dataRoutes, context);
  const markup = renderToString(
    <SiteDataContext value={site}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </SiteDataContext>,
  );
  // Do not index responses to a form post.
  const isIndexed = !isNotFound && !site.posted && !site.sent;
  const page = { path: context.location.pathname.toLowerCase(), ...meta };

  const html = renderToStaticMarkup(
    <Document
      lang={publicFirm.locale}
      title={getTitle(site, meta)}
      description={meta.description}
      site={site}
      assets={assets}
      modules={['/src/web/hydrate.tsx', findPageFile(page.path)]}
      headerTheme={headerTheme}
      metadata={isIndexed && <PageMetadata page={page} publicUrl={publicUrl} />}
      markup={markup}
    />,
  );
  return { status: isNotFound ? 404 : 200, html: `<!doctype html>${html}` };
}

/**
 * Returns the title of a page. In the response to a native submission, the title names the outcome.
 */
function getTitle({ posted, sent }: SiteData, meta: PageHandle['meta']): string {
  if (sent) return contact.outcome.title;
  return posted ? contact.errors.title : meta.title;
}

/**
 * Returns a function that renders the contact page as the response to a form that was sent without
 * script. Only the site data and the form with its receipt differ between responses. The rest,
 * three quarters of the work, is rendered once from `example`, which must have the same outcome and
 * therefore the same title.
 */
export async function createOutcomeRenderer(
  example: SiteData,
  { assets, publicUrl }: Omit<RenderOptions, 'site'>,
) {
  const page = await render('/contact', { site: example, assets, publicUrl });
  const fill = createTemplate(page.html, [renderSiteData(example), renderForm(example)]);
  return (site: SiteData): string => fill([renderSiteData(site), renderForm(site)]);
}

/**
 * Returns a function that fills a document: each of the `parts` is replaced where it first occurs
 * after the previous one.
 */
function createTemplate(html: string, parts: string[]) {
  const texts: string[] = [];
  let rest = html;
  for (const part of parts) {
    const start = rest.indexOf(part);
    if (start === -1) throw new Error(`The document does not contain ${part}`);
    texts.push(rest.slice(0, start));
    rest = rest.slice(start + part.length);
  }

  return (replacements: string[]): string => {
    const filled = texts.map((text, index) => text + (replacements[index] ?? ''));
    return filled.join('') + rest;
  };
}

const renderForm = (site: SiteData): string =>
  renderToString(
    <SiteDataContext value={site}>
      <StaticRouter location="/contact">
        <ContactForm />
      </StaticRouter>
    </SiteDataContext>,
  );

/** Renders the site data for the root element's attribute, escaped as React does. */
function renderSiteData(site: SiteData): string {
  const element = renderToStaticMarkup(<div data-site={formatSiteData(site)} />);
  const [, value = ''] = /"(.*)"/s.exec(element) ?? [];
  return value;
}

/** Placeholder for the page in the document of action links. */
const pagePlaceholder = '{page}';

/**
 * Returns a function that renders the page of an action link. The document around it is rendered
 * once.
 */
export function createActionLinkRenderer({ site, assets }: Omit<RenderOptions, 'publicUrl'>) {
  const withoutScripts: DocumentAssets = { ...assets, scripts: [] };
  const html = renderToStaticMarkup(
    <Document
      lang={publicFirm.locale && toTeamEnglish(publicFirm).locale}
      {...actionLinks.meta}
      assets={withoutScripts}
      markup={pagePlaceholder}
    />,
  );
  const fill = createTemplate(`<!doctype html>${html}`, [pagePlaceholder]);

  return (view: ActionLinkView): string => {
    const page = renderToStaticMarkup(
      <SiteDataContext value={site}>
        <ActionLinkPage view={view} />
      </SiteDataContext>,
    );
    return fill([page]);
  };
}
