import type { RouteObject } from 'react-router';
import { Layout } from './layout/layout.tsx';
import { RouteError } from './layout/route-error.tsx';
import { loadPage } from './load-page.ts';

/** Every URL of the site. Matching ignores case, in the browser and on the server. */
export const routes: RouteObject[] = [
  {
    Component: Layout,
    ErrorBoundary: RouteError,
    children: [
      { path: '/', lazy: loadPage(() => import('./pages/home.tsx')) },
      { path: '/about', lazy: loadPage(() => import('./pages/about.tsx')) },
      { path: '/platform', lazy: loadPage(() => import('./pages/platform.tsx')) },
      { path: '/ecosystems', lazy: loadPage(() => import('./pages/ecosystems.tsx')) },
      { path: '/contact', lazy: loadPage(() => import('./pages/contact.tsx')) },
      { path: '*', lazy: loadPage(() => import('./pages/not-found.tsx')) },
    ],
  },
];
