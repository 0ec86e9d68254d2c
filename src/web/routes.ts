import type { ComponentType } from 'react';
import type { PageHandle } from './page-handle.ts';

type LoadPage = () => Promise<{ Component: ComponentType; handle: PageHandle }>;

/** All pages by URL path, which is case-insensitive; `*` is the not-found page. */
export const routes = {
  '/': () => import('./pages/home/home.tsx'),
  '/about': () => import('./pages/about/about.tsx'),
  '/platform': () => import('./pages/platform/platform.tsx'),
  '/ecosystems': () => import('./pages/ecosystems/ecosystems.tsx'),
  '/contact': () => import('./pages/contact/contact.tsx'),
  '*': () => import('./pages/not-found/not-found.tsx'),
} satisfies Record<string, LoadPage>;

export type Routes = Record<string, LoadPage>;

/** Returns the load function of the page at `pathname`. */
export const matchRoute = (pathname: string): LoadPage =>
  (routes as Routes)[pathname.toLowerCase()] ?? routes['*'];
