import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { AppErrorBoundary } from './layout/app-error-boundary.tsx';
import type { Pages } from './page-table.ts';
import { prefetchOnIntent } from './prefetch.ts';
import { createRoutes } from './routes.tsx';
import { DocumentSite } from './site.tsx';

/** Has the application run the document, in whose markup nothing changes by that. */
export async function takeOver(pages: Pages) {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no root element');

  const routes = createRoutes(pages);
  // The first render must find the page at once: a fallback would not match the document.
  await loadRoutes(routes, location.pathname);
  // Told that there is data, the router takes the document as it is, and leaves its scroll alone.
  const router = createBrowserRouter(routes, { hydrationData: {} });

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
      </StrictMode>,
    );
  });
  // Links no longer load documents: server/speculation-rules.ts.
  root.toggleAttribute('data-running', true);
  prefetchOnIntent((pathname) => loadRoutes(router.routes, pathname, nextTask));
}

/**
 * Has the routes that match `pathname` ready, so that the router has nothing to wait for. A router
 * that loads one of them at the same time is to complete it itself, which it has by the `nextTask`.
 */
async function loadRoutes(routes: RouteObject[], pathname: string, wait?: typeof nextTask) {
  const matches = matchRoutes(routes, pathname) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      const page = await route.lazy();
      await wait?.();
      if (route.lazy !== undefined) Object.assign(route, page, { lazy: undefined });
    }),
  );
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve));
