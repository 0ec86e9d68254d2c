import type { ComponentType } from 'react';
import { getPageFile } from './page-file.ts';

/** A page's `handle` export: metadata for the layout and the document. */
export interface PageHandle {
  meta: { title: string; description: string };
  /** Titles of responses to a native submission. They are kept while the page runs. */
  outcomeTitles?: string[];
  /** Theme of the header, which is that of the first section. */
  headerTheme: 'ink' | 'deep' | 'film';
  /** SVG text of the drawing that the title block names. */
  drawing: string;
  isNotFound?: true;
}

export interface PageModule {
  Component: ComponentType;
  handle: PageHandle;
}

const modules = import.meta.glob<PageModule>('/src/web/pages/*/*.tsx');

/** Returns the file of the page at `path`, or of the not-found page, with Vite's spelling. */
export function findPageFile(path: string): string {
  const file = `/${getPageFile(path)}`;
  return file in modules ? file : `/${getPageFile('/not-found')}`;
}

export const loadPage = (path: string) => modules[findPageFile(path)]?.() as Promise<PageModule>;
