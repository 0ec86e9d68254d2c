import type { RouteObject } from 'react-router';
import { pages } from '../content/pages.ts';
import { ChunkLoadError, RouteError } from './layout/error-screens.tsx';
import { Layout } from './layout/layout.tsx';
import { findPage } from './routes.ts';

export const createRouteObjects = (): RouteObject[] => [
  {
    Component: Layout,
    ErrorBoundary: RouteError,
    children: [...pages.map(({ path }) => path), '*'].map((path) => ({
      path,
      // Lets the error screen distinguish a missing script from a bug.
      lazy: () =>
        findPage(path)().catch((cause: unknown) => {
          throw new ChunkLoadError('A script of this page could not be loaded', { cause });
        }),
    })),
  },
];
