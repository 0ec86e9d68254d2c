const reloadedKey = 'reloaded-for';

/** A page's script could not be loaded: after a deployment the old file is gone. */
export class PageScriptGone extends Error {
  override name = 'PageScriptGone';
}

/** Wraps a route's `lazy`, so that the route's error screen can tell a missing script from a bug. */
export function loadPage<Page>(load: () => Promise<Page>): () => Promise<Page> {
  return async () => {
    try {
      const page = await load();
      storage()?.removeItem(reloadedKey);
      return page;
    } catch (cause) {
      throw new PageScriptGone('A script of this page could not be loaded', { cause });
    }
  };
}

/**
 * Whether a reload may help: the fresh document names the scripts of today's build. Once for each
 * address, so that a file that stays missing never causes a loop.
 */
export function mayReload(): boolean {
  const remembered = storage();
  return remembered !== undefined && remembered.getItem(reloadedKey) !== location.pathname;
}

export function reload() {
  storage()?.setItem(reloadedKey, location.pathname);
  location.reload();
}

/** Undefined on the server, and where the visitor blocks storage. */
function storage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}
