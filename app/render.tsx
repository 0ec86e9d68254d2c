import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { followUp } from './content/follow-up.ts';
import { FollowUpPage } from './follow-up/follow-up-page.tsx';
import type { FollowUpView } from './follow-up/follow-up-view.ts';
import { Document, type DocumentAssets } from './layout/document.tsx';
import type { PageHandle } from './page-handle.ts';
import { routes } from './routes.tsx';
import { SiteProvider, type Site } from './site.tsx';

export type { DocumentAssets } from './layout/document.tsx';
export type { FollowUpView, OpenView } from './follow-up/follow-up-view.ts';
export type { PostedForm, Site } from './site.tsx';

/** The paths that have a page of their own, as the one table of URLs says. */
export const paths = (routes[0]?.children ?? [])
  .map((route) => route.path ?? '')
  .filter((path) => path !== '*');

export interface RenderOptions {
  site: Site;
  assets: DocumentAssets;
  /** The site's public origin, without a trailing slash. */
  publicUrl: string | undefined;
}

const handler = createStaticHandler(routes);

/** Renders the page at `path` (with its query) as a whole HTML document. Throws what the page throws. */
export async function render(path: string, { site, assets, publicUrl }: RenderOptions) {
  const context = await handler.query(new Request(new URL(path, 'http://localhost')));
  if (context instanceof Response) throw new Error(`${path} answers with a redirect`);
  if (context.errors) throw Object.values(context.errors)[0];

  const match = context.matches.at(-1);
  const { meta } = match?.route.handle as PageHandle;
  const isPage = match?.route.path !== '*';

  const router = createStaticRouter(handler.dataRoutes, context);
  const { hints, markup } = splitHints(
    renderToString(
      <SiteProvider value={site}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </SiteProvider>,
    ),
  );
  const canonical = isPage
    ? (publicUrl ?? '') + context.location.pathname.toLowerCase()
    : undefined;
  const html = renderToStaticMarkup(
    <Document {...meta(site.firm)} {...{ site, assets, canonical, markup }} />,
  ).replace('</head>', () => `${hints}</head>`);
  return { status: isPage ? 200 : 404, html: `<!doctype html>${html}` };
}

/** Renders the page behind a link of a mail as a whole HTML document, without any script. */
export function renderFollowUp(
  view: FollowUpView,
  { site, assets }: Pick<RenderOptions, 'site' | 'assets'>,
) {
  const markup = renderToStaticMarkup(
    <SiteProvider value={site}>
      <FollowUpPage view={view} />
    </SiteProvider>,
  );
  const html = renderToStaticMarkup(
    <Document
      {...followUp(site.firm).meta}
      {...{ assets: { ...assets, scripts: [] }, canonical: undefined, markup }}
    />,
  );
  return `<!doctype html>${html}`;
}

/** React puts preload links before the markup that asks for them: they belong into the head. */
function splitHints(html: string) {
  const hints = /^(?:<link [^>]*>)*/.exec(html)?.[0] ?? '';
  return { hints, markup: html.slice(hints.length) };
}
