import type { RouteObject } from 'react-router';
import { Layout } from './layout/layout.tsx';
import { RouteError } from './layout/route-error.tsx';
import { loadPage } from './load-page.ts';
import type { Pages } from './page-table.ts';

/** The pages as the router takes them: in the site's layout, each loaded when it is needed. */
export const createRoutes = (pages: Pages): RouteObject[] => [
  {
    Component: Layout,
    ErrorBoundary: RouteError,
    children: Object.entries(pages).map(([path, load]) => ({ path, lazy: loadPage(load) })),
  },
];
