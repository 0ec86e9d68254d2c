/** Where the Markdown twin of the page at `path` is. */
export const markdownPath = (path: string) => (path === '/' ? '/index.md' : `${path}.md`);
