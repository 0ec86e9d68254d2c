import type { ComponentType } from 'react';
import type { PageHandle } from './page-handle.ts';

export type LoadPage = () => Promise<{ Component: ComponentType; handle: PageHandle }>;

const modules = import.meta.glob<Awaited<ReturnType<LoadPage>>>('./pages/*/*.tsx');

const findPage = (folder: string) => modules[`./pages/${folder}/${folder}.tsx`];

/** Returns the load function of the page at `pathname`, which is case-insensitive, or of the not-found page. */
export const matchRoute = (pathname: string): LoadPage =>
  (findPage(pathname.slice(1).toLowerCase() || 'home') ?? findPage('not-found')) as LoadPage;
