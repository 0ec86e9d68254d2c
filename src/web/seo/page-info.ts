/** Metadata of a page that search engines may index. */
export interface PageInfo {
  path: string;
  /** Label in the navigation. */
  name: string;
  title: string;
  description: string;
}

/** Returns the URL of a path: absolute if the site's public origin is known. */
export type ResolveUrl = (path: string) => string;

export const createUrlResolver =
  (publicUrl: string | undefined): ResolveUrl =>
  (path) =>
    `${publicUrl ?? ''}${path}`;

/** Returns the path of the page's Markdown version. */
export const markdownPath = (path: string) => (path === '/' ? '/index.md' : `${path}.md`);
