import { type ReactNode, startTransition, StrictMode, useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { AppErrorBoundary } from './layout/error-screens.tsx';
import { routeObjects } from './route-objects.ts';
import type { PageModule } from './routes.ts';
import { readSiteData, SiteDataContext } from './site-data.ts';

/** Hydrates the server-rendered page. `page`: its module. Resolves once its effects have run. */
export async function hydrate(page: PageModule, canPrefetch: boolean) {
  const root = document.getElementById('root') as HTMLElement;
  // The fallback of a lazy route would not match the server's HTML.
  const current = matchRoutes(routeObjects, location.pathname)?.at(-1)?.route;
  if (current) setPage(current, page);
  // With hydration data, the router renders at once and keeps the scroll position.
  const router = createBrowserRouter(routeObjects, { hydrationData: {} });
  for (const { children } of router.routes) children?.forEach(loadIntoRoute);

  await new Promise<void>((onHydrated) => {
    const app = (
      <StrictMode>
        <AppErrorBoundary>
          <SiteDataProvider root={root}>
            {/* Disables transitions, which would delay navigations behind other work. */}
            <RouterProvider router={router} useTransitions={false} />
          </SiteDataProvider>
        </AppErrorBoundary>
        <RunEffect run={onHydrated} />
      </StrictMode>
    );
    // A transition lets input events interrupt hydration.
    startTransition(() => void hydrateRoot(root, app, { onRecoverableError }));
  });
  // Tests wait for this attribute.
  root.toggleAttribute('data-hydrated', true);
  if (canPrefetch) prefetchOnIntent(router.routes);
}

/**
 * Does not report hydration mismatches. Extensions cause them by adding elements, and React
 * recovers.
 */
function onRecoverableError(error: unknown) {
  if (import.meta.env.DEV || !String(error).includes('#418')) reportError(error);
}

/** Reads the site data from the document, inside the error boundary. */
function SiteDataProvider({ root, children }: { root: HTMLElement; children: ReactNode }) {
  const [siteData] = useState(() => readSiteData(root));
  return <SiteDataContext value={siteData}>{children}</SiteDataContext>;
}

function RunEffect({ run }: { run: () => void }) {
  useEffect(run, [run]);
  return null;
}

/** Sets the loaded page of a route, so that it renders synchronously. */
function setPage(route: RouteObject, page: Partial<RouteObject>) {
  Object.assign(route, page, { lazy: undefined });
}

/**
 * Makes `route.lazy` set the page: a prefetched page then renders synchronously, in half the time.
 */
function loadIntoRoute(route: RouteObject) {
  const { lazy: load } = route;
  if (typeof load !== 'function') return;
  route.lazy = async () => {
    const page = await load();
    if (route.lazy) setPage(route, page);
    return {};
  };
}

/** Prefetches the page of a link on hover, touch or focus. */
function prefetchOnIntent(routes: RouteObject[]) {
  const prefetched = new Set([location.pathname]);

  function prefetch({ target }: Event) {
    const link = target instanceof Element && target.closest('a');
    if (!link || link.origin !== location.origin || prefetched.has(link.pathname)) return;
    prefetched.add(link.pathname);
    const load = matchRoutes(routes, link.pathname)?.at(-1)?.route.lazy;
    if (typeof load !== 'function') return;
    // Ignore the error: following the link loads the page again and reports it.
    load().catch(() => prefetched.delete(link.pathname));
  }

  for (const intent of ['pointerover', 'touchstart', 'focusin']) {
    addEventListener(intent, prefetch, { passive: true });
  }
}
