import type { RouteObject } from 'react-router';
import { Layout } from './layout/layout.tsx';
import { PageScriptGone, RouteError } from './layout/route-error.tsx';
import type { Pages } from './routes.ts';

/** The pages as the router takes them: in the site's layout, each loaded when it is needed. */
export const createRoutes = (pages: Pages): RouteObject[] => [
  {
    Component: Layout,
    ErrorBoundary: RouteError,
    children: Object.entries(pages).map(([path, load]) => ({
      path,
      lazy: () => load().catch(throwScriptGone),
    })),
  },
];

/** The route's error screen tells a missing script from a bug. */
function throwScriptGone(cause: unknown): never {
  throw new PageScriptGone('A script of this page could not be loaded', { cause });
}
