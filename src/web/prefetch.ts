/** Calls `load` with the path of a link when the visitor points at it, touches or focuses it. */
export function prefetchOnIntent(load: (pathname: string) => Promise<unknown>) {
  if (savesData()) return;
  const seen = new Set([location.pathname]);

  function prefetch({ target }: Event) {
    const link = target instanceof Element && target.closest('a');
    if (!link || link.origin !== location.origin || seen.has(link.pathname)) return;
    seen.add(link.pathname);
    // Whoever follows the link tries again, and hears of a failure then.
    load(link.pathname).catch(() => seen.delete(link.pathname));
  }

  for (const intent of ['pointerover', 'touchstart', 'focusin']) {
    addEventListener(intent, prefetch, { passive: true });
  }
}

/** The visitor has asked the browser to load no more than is needed. Not every browser says so. */
function savesData() {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData || matchMedia('(prefers-reduced-data: reduce)').matches;
}
