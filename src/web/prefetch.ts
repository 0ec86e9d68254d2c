/** Calls `load` with the path of a link on hover, touch or focus. */
export function prefetchOnIntent(load: (pathname: string) => Promise<unknown>) {
  if (prefersReducedData()) return;
  const prefetched = new Set([location.pathname]);

  function prefetch({ target }: Event) {
    const link = target instanceof Element && target.closest('a');
    if (!link || link.origin !== location.origin || prefetched.has(link.pathname)) return;
    prefetched.add(link.pathname);
    // Ignore the error: following the link loads the page again and reports it.
    load(link.pathname).catch(() => prefetched.delete(link.pathname));
  }

  for (const intent of ['pointerover', 'touchstart', 'focusin']) {
    addEventListener(intent, prefetch, { passive: true });
  }
}

/** Reads `Save-Data` or `prefers-reduced-data`, which not every browser supports. */
function prefersReducedData() {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData || matchMedia('(prefers-reduced-data: reduce)').matches;
}
