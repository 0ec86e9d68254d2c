import type { ComponentType } from 'react';
import type { PageHandle } from './page-handle.ts';

export type LoadPage = () => Promise<{ Component: ComponentType; handle: PageHandle }>;

const modules = import.meta.glob<Awaited<ReturnType<LoadPage>>>('./pages/*/*.tsx');

const findPage = (path: string) => {
  const folder = path === '/' ? 'home' : path.slice(1).toLowerCase();
  return modules[`./pages/${folder}/${folder}.tsx`];
};

/** Returns the load function of the page at `path`, which is case-insensitive, or of the not-found page. */
export const matchRoute = (path: string): LoadPage =>
  (findPage(path) ?? findPage('/not-found')) as LoadPage;
