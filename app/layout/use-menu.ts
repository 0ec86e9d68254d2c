import { useCallback, useEffect, useSyncExternalStore } from 'react';

/**
 * Follows the popover `id`, which the browser opens and closes by itself, and closes it where the
 * browser would not: on a wide screen, and when focus goes on to the page behind it. `isOpen` is
 * unknown on the server, so that the markup says nothing of it.
 */
export function useMenu(id: string) {
  const isOpen = useSyncExternalStore(
    onToggle,
    () => isPopoverOpen(id),
    () => undefined,
  );
  const close = useCallback(() => {
    if (isPopoverOpen(id)) document.getElementById(id)?.hidePopover();
  }, [id]);

  useEffect(() => {
    const mounted = new AbortController();
    const { signal } = mounted;
    const wide = matchMedia('(min-width: 768px)');
    const closeIfLeft = () => {
      if (wide.matches || document.activeElement?.closest('main, footer')) close();
    };
    closeIfLeft();
    wide.addEventListener('change', closeIfLeft, { signal });
    document.addEventListener('focusin', closeIfLeft, { signal });
    return () => mounted.abort();
  }, [close]);

  return { isOpen, close };
}

/** Browsers without popovers would throw at the selector; there the links are always in sight. */
function isPopoverOpen(id: string): boolean {
  if (!('popover' in HTMLElement.prototype)) return false;
  return document.getElementById(id)?.matches(':popover-open') ?? false;
}

/** The event does not bubble, so it is caught on its way down. */
function onToggle(onChange: () => void) {
  document.addEventListener('toggle', onChange, true);
  return () => document.removeEventListener('toggle', onChange, true);
}
