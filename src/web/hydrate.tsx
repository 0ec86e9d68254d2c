import { startTransition, StrictMode, useEffect, useState, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { AppErrorBoundary } from './layout/error-screens.tsx';
import { Overlay } from './overlay.ts';
import { createRouteObjects } from './route-objects.ts';
import type { LoadPage } from './routes.ts';
import { SiteDataContext, type SiteData } from './site-data.ts';

/** Hydrates the server-rendered page. Resolves once React has attached its event handlers. */
export async function hydrate(matchRoute: (path: string) => LoadPage, canPrefetch: boolean) {
  const root = document.getElementById('root') as HTMLElement;
  const routes = createRouteObjects(matchRoute);
  // Load the current page first: a fallback would not match the server's HTML.
  matchRoutes(routes, location.pathname)?.forEach(({ route }) => memoizeLazyRoute(route));
  await loadRoutes(routes, location.pathname);
  // With hydration data, the router renders at once and keeps the scroll position.
  const router = createBrowserRouter(routes, { hydrationData: {} });
  for (const { children } of router.routes) children?.forEach(memoizeLazyRoute);

  await new Promise<void>((onHydrated) => {
    // A transition lets input events interrupt hydration.
    startTransition(() => {
      hydrateRoot(
        root,
        <StrictMode>
          <AppErrorBoundary>
            <SiteDataProvider root={root}>
              {/* Without transitions, which would delay navigations behind other work. */}
              <RouterProvider router={router} useTransitions={false} />
            </SiteDataProvider>
          </AppErrorBoundary>
          <Overlay />
          <RunEffect run={onHydrated} />
        </StrictMode>,
        { onRecoverableError: reportRecoverableError },
      );
    });
  });
  // For tests, which wait for it.
  root.toggleAttribute('data-hydrated', true);
  if (canPrefetch) prefetchOnIntent((pathname) => loadRoutes(router.routes, pathname));
}

let hasMismatch = false;

/** Hides hydration mismatches from visitors: their extensions add elements, and React recovers. */
function reportRecoverableError(error: unknown) {
  if (!/Hydration failed|#418/.test(String(error))) reportError(error);
  // eslint-disable-next-line no-console -- a developer may have caused it
  else if (import.meta.env.DEV && !hasMismatch) console.warn(error);
  hasMismatch = true;
}

/** Reads the site data from the root element, inside the error boundary. */
function SiteDataProvider({ root, children }: { root: HTMLElement; children: ReactNode }) {
  const [siteData] = useState(() => JSON.parse(root.dataset['site'] ?? '') as SiteData);
  return <SiteDataContext value={siteData}>{children}</SiteDataContext>;
}

function RunEffect({ run }: { run: () => void }) {
  useEffect(run, [run]);
  return null;
}

/** Loads the routes that match `pathname`. */
async function loadRoutes(routes: RouteObject[], pathname: string) {
  const matches = matchRoutes(routes, pathname) ?? [];
  await Promise.all(matches.map(({ route }) => typeof route.lazy === 'function' && route.lazy()));
}

/** Makes `route.lazy` safe to call twice, by the router and by a prefetch. */
function memoizeLazyRoute(route: RouteObject) {
  const { lazy: load } = route;
  if (typeof load !== 'function') return;
  route.lazy = async () => {
    const page = await load();
    if (route.lazy) Object.assign(route, page, { lazy: undefined });
    return {};
  };
}

/** Calls `load` with the path of a link on hover, touch or focus. */
function prefetchOnIntent(load: (pathname: string) => Promise<unknown>) {
  const prefetched = new Set([location.pathname]);

  function prefetch({ target }: Event) {
    const link = target instanceof Element && target.closest('a');
    if (!link || link.origin !== location.origin || prefetched.has(link.pathname)) return;
    prefetched.add(link.pathname);
    // Ignore the error: following the link loads the page again and reports it.
    load(link.pathname).catch(() => prefetched.delete(link.pathname));
  }

  for (const intent of ['pointerover', 'touchstart', 'focusin']) {
    addEventListener(intent, prefetch, { passive: true });
  }
}
