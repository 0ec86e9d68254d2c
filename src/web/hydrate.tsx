import { startTransition, StrictMode, useEffect, useState, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { AppErrorBoundary } from './layout/app-error-boundary.tsx';
import { Overlay } from './overlay.ts';
import { prefetchOnIntent } from './prefetch.ts';
import { createRoutes } from './route-objects.ts';
import type { Pages } from './routes.ts';
import { SiteProvider, type Site } from './site-data.ts';

/** Hydrates the server-rendered page. Resolves once its controls are the application's. */
export async function takeOver(pages: Pages) {
  const root = document.getElementById('root') as HTMLElement;
  const routes = createRoutes(pages);
  // The first render must find the page at once: a fallback would not match the document.
  matchRoutes(routes, location.pathname)?.forEach(({ route }) => completeOnce(route));
  await loadRoutes(routes, location.pathname);
  // Told that there is data, the router takes the document as it is, and leaves its scroll alone.
  const router = createBrowserRouter(routes, { hydrationData: {} });
  for (const { children } of router.routes) children?.forEach(completeOnce);

  await new Promise<void>((onHydrated) => {
    // As a transition it gives way to the visitor in between.
    startTransition(() => {
      hydrateRoot(
        root,
        <StrictMode>
          <AppErrorBoundary>
            <DocumentSite root={root}>
              {/* A link is answered at once, where a transition would let other work come first. */}
              <RouterProvider router={router} useTransitions={false} />
            </DocumentSite>
          </AppErrorBoundary>
          <Overlay />
          <Effect run={onHydrated} />
        </StrictMode>,
      );
    });
  });
  // Links no longer load documents: src/http/pages/speculation-rules.ts.
  root.toggleAttribute('data-running', true);
  prefetchOnIntent((pathname) => loadRoutes(router.routes, pathname));
}

/** Reads within the error boundary what the server wrote on the document's root element. */
function DocumentSite({ root, children }: { root: HTMLElement; children: ReactNode }) {
  const [site] = useState(() => JSON.parse(root.dataset['site'] ?? '') as Site);
  return <SiteProvider value={site}>{children}</SiteProvider>;
}

function Effect({ run }: { run: () => void }) {
  useEffect(run, [run]);
  return null;
}

/** Has the routes that match `pathname` ready, so that the router has nothing to wait for. */
async function loadRoutes(routes: RouteObject[], pathname: string) {
  const matches = matchRoutes(routes, pathname) ?? [];
  await Promise.all(matches.map(({ route }) => typeof route.lazy === 'function' && route.lazy()));
}

/** The router and a prefetch may have the same page loaded: the first of them completes the route. */
function completeOnce(route: RouteObject) {
  const { lazy: load } = route;
  if (typeof load !== 'function') return;
  route.lazy = async () => {
    const page = await load();
    if (route.lazy) Object.assign(route, page, { lazy: undefined });
    return {};
  };
}
