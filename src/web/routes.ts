import type { ComponentType } from 'react';
import type { PageHandle } from './page-handle.ts';

type LoadPage = () => Promise<{ Component: ComponentType; handle: PageHandle }>;

/** Every page of the site by the path of its URL, which matches in any case; `*` is any other path. */
export const pages = {
  '/': () => import('./pages/home/home.tsx'),
  '/about': () => import('./pages/about/about.tsx'),
  '/platform': () => import('./pages/platform/platform.tsx'),
  '/ecosystems': () => import('./pages/ecosystems/ecosystems.tsx'),
  '/contact': () => import('./pages/contact/contact.tsx'),
  '*': () => import('./pages/not-found/not-found.tsx'),
} satisfies Record<string, LoadPage>;

export type Pages = Record<string, LoadPage>;

/** How to load the page at `pathname`. */
export const pageAt = (pathname: string): LoadPage =>
  (pages as Pages)[pathname.toLowerCase()] ?? pages['*'];
