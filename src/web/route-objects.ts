import type { RouteObject } from 'react-router';
import { pages } from '../content/pages.ts';
import { ChunkLoadError, RouteError } from './layout/error-screens.tsx';
import { Layout } from './layout/layout.tsx';
import { loadPage } from './routes.ts';

export const routeObjects: RouteObject[] = [
  {
    Component: Layout,
    ErrorBoundary: RouteError,
    children: [...pages.map(({ path }) => path), '*'].map((path) => ({
      path,
      // Lets the error screen distinguish a missing script from a bug.
      lazy: () =>
        loadPage(path).catch((cause: unknown) => {
          throw new ChunkLoadError('A script of this page could not be loaded', { cause });
        }),
    })),
  },
];
