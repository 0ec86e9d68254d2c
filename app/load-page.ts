/** A page's script could not be loaded: offline, or after a deployment that removed the file. */
export class PageScriptGone extends Error {
  override name = 'PageScriptGone';
  /** At the time of the failure. */
  readonly isOffline = !navigator.onLine;
}

/** Wraps a route's `lazy`, so that the route's error screen can tell a missing script from a bug. */
export function loadPage<Page>(load: () => Promise<Page>): () => Promise<Page> {
  return async () => {
    try {
      return await load();
    } catch (cause) {
      throw new PageScriptGone('A script of this page could not be loaded', { cause });
    }
  };
}
