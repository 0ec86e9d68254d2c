import type { ComponentType } from 'react';

/** A page's `handle` export: its metadata for the layout and the document. */
export interface PageHandle {
  meta: { title: string; description: string };
  /** Theme of the header: that of the page's first section. */
  headerTheme: 'ink' | 'deep' | 'film';
  /** SVG of the drawing that the page's title block names. */
  drawing: string;
  isNotFound?: true;
}

export type LoadPage = () => Promise<{ Component: ComponentType; handle: PageHandle }>;

const modules = import.meta.glob<Awaited<ReturnType<LoadPage>>>('./pages/*/*.tsx');

const findPage = (folder: string) => modules[`./pages/${folder}/${folder}.tsx`];

/** Returns the load function of the page at `path`, which is case-insensitive, or of the not-found page. */
export function matchRoute(path: string): LoadPage {
  const folder = path === '/' ? 'home' : path.slice(1).toLowerCase();
  return (findPage(folder) ?? findPage('not-found')) as LoadPage;
}
