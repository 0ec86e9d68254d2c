/** What programs are told about a page that may be found: one that search engines may index. */
export interface PageInfo {
  path: string;
  /** As the navigation calls it. */
  name: string;
  title: string;
  description: string;
}

/** A path's address: absolute where the site's public origin is known. */
export type UrlOf = (path: string) => string;

export const urlsAt =
  (publicUrl: string | undefined): UrlOf =>
  (path) =>
    `${publicUrl ?? ''}${path}`;

/** Where the Markdown twin of the page at `path` is. */
export const markdownPath = (path: string) => (path === '/' ? '/index.md' : `${path}.md`);
