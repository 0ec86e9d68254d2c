import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { AppErrorBoundary } from './layout/app-error-boundary.tsx';
import { routes } from './routes.tsx';
import { DocumentSite } from './site.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no root element');

await resolveLazyRoutes(routes);
// Told that there is data, the router takes the document as it is, and leaves its scroll alone.
const router = createBrowserRouter(routes, { hydrationData: {} });

hydrateRoot(
  root,
  <StrictMode>
    <AppErrorBoundary>
      <DocumentSite root={root}>
        <RouterProvider router={router} />
      </DocumentSite>
    </AppErrorBoundary>
  </StrictMode>,
);

/** The first render must find the page's component at once: a fallback would not match the document. */
async function resolveLazyRoutes(routes: RouteObject[]) {
  const matches = matchRoutes(routes, location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}
