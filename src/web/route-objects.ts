import type { RouteObject } from 'react-router';
import { ChunkLoadError, RouteError } from './layout/error-screens.tsx';
import { Layout } from './layout/layout.tsx';
import type { Routes } from './routes.ts';

/** Creates the router's routes: lazily loaded pages inside the layout. */
export const createRouteObjects = (routes: Routes): RouteObject[] => [
  {
    Component: Layout,
    ErrorBoundary: RouteError,
    children: Object.entries(routes).map(([path, load]) => ({
      path,
      lazy: () => load().catch(throwChunkLoadError),
    })),
  },
];

/** Lets the error screen distinguish a missing script from a bug. */
function throwChunkLoadError(cause: unknown): never {
  throw new ChunkLoadError('A script of this page could not be loaded', { cause });
}
