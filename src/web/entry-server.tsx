import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router';
import { followUp } from '../content/action-links.ts';
import { links } from '../content/layout.ts';
import { Document, type DocumentAssets } from './layout/document.tsx';
import type { PageHandle } from './page-handle.ts';
import { FollowUpPage } from './pages/action-link/action-link-page.tsx';
import type { FollowUpView } from './pages/action-link/action-link-view.ts';
import { createRoutes } from './route-objects.ts';
import { pages } from './routes.ts';
import { texts } from './seo/metadata-files.ts';
import type { PageInfo } from './seo/page-info.ts';
import { PageMetadata } from './seo/page-metadata.tsx';
import { SiteProvider, type Site } from './site-data.ts';

export { firm } from '../content/firm.ts';
export type { DocumentAssets } from './layout/document.tsx';
export type { FollowUpView, OpenView } from './pages/action-link/action-link-view.ts';
export type { Text } from './seo/metadata-files.ts';
export type { PostedForm, Site } from './site-data.ts';

const notFoundPath = '*';

/** The paths that have a page of their own, as the one table of URLs says. */
export const paths = Object.keys(pages).filter((path) => path !== notFoundPath);

export interface RenderOptions {
  site: Site;
  assets: DocumentAssets;
  /** The site's public origin, without a trailing slash. */
  publicUrl: string | undefined;
}

const handler = createStaticHandler(createRoutes(pages));

/** Renders the page at `path` (with its query) as a whole HTML document. Throws what the page throws. */
export async function render(
  path: string,
  { site, assets, publicUrl }: RenderOptions,
): Promise<{ html: string; status: number }> {
  const context = await open(path);
  const { meta, tone } = handleOf(context);
  const markup = renderApp(context, site);
  const isPage = context.matches.at(-1)?.route.path !== notFoundPath;
  // The answer to one visitor's post is nobody else's to find.
  const isIndexed = isPage && !site.posted && !site.sent;
  const page = pageInfo(context);
  const card = assets.cards?.[page.path];
  const metadata = isIndexed && <PageMetadata {...{ page, publicUrl, card }} />;

  const html = renderToStaticMarkup(
    <Document {...meta} {...{ site, assets, tone, metadata, markup }} />,
  );
  return { status: isPage ? 200 : 404, html: `<!doctype html>${html}` };
}

/** What only programs read, such as robots.txt: how to render each by its URL path. */
export async function programTexts({ site, publicUrl }: Pick<RenderOptions, 'site' | 'publicUrl'>) {
  const pages = await Promise.all(paths.map(async (path) => pageInfo(await open(path))));
  const markupOf = async (path: string) => renderApp(await open(path), site);
  return texts({ pages, publicUrl, retentionMonths: site.retentionMonths, markupOf });
}

async function open(path: string): Promise<StaticHandlerContext> {
  const context = await handler.query(new Request(new URL(path, 'http://localhost')));
  if (context instanceof Response) throw new Error(`${path} answers with a redirect`);
  if (context.errors) throw Object.values(context.errors)[0];
  return context;
}

const handleOf = (context: StaticHandlerContext) =>
  context.matches.at(-1)?.route.handle as PageHandle;

function pageInfo(context: StaticHandlerContext): PageInfo {
  const path = context.location.pathname.toLowerCase();
  const { meta } = handleOf(context);
  return { path, name: links.find(({ to }) => to === path)?.label ?? meta.title, ...meta };
}

function renderApp(context: StaticHandlerContext, site: Site) {
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToString(
    <SiteProvider value={site}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </SiteProvider>,
  );
}

/** Renders the page behind a link of a mail as a whole HTML document, without any script. */
export function renderFollowUp(view: FollowUpView, assets: DocumentAssets): string {
  const markup = renderToStaticMarkup(<FollowUpPage view={view} />);
  const html = renderToStaticMarkup(
    <Document {...followUp.meta} {...{ assets: { ...assets, scripts: [] }, markup }} />,
  );
  return `<!doctype html>${html}`;
}
