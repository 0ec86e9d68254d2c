/** Returns the component file of the page at `path`, which is case-insensitive. */
export function getPageFile(path: string): string {
  const folder = path === '/' ? 'home' : path.slice(1).toLowerCase();
  return `src/web/pages/${folder}/${folder}.tsx`;
}
