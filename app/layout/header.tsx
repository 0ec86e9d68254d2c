import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { NavLink } from 'react-router';
import { header, links } from '../content/layout.ts';
import type { PageHandle } from '../page-table.ts';
import { Brand } from './brand.tsx';

/** Lies over the page's first section. Below 768 px the links are a popover: it needs no script. */
export function Header({ tone }: { tone: PageHandle['tone'] }) {
  const { isOpen, close } = useMenu('menu');
  return (
    <header className={`header ${tone}`}>
      <div className="wrap">
        <Brand />
        <button type="button" className="menu-button" popoverTarget="menu" aria-expanded={isOpen}>
          <span className="menu-bars" />
          {header.menu}
        </button>
        <nav id="menu" className="menu" popover="auto" aria-label={header.navigation}>
          <ul>
            {links.map(({ to, label }) => (
              <li key={to}>
                <NavLink to={to} end onClick={close}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}

/**
 * Follows the popover `id`, which the browser opens and closes by itself, and closes it where the
 * browser would not: on a wide screen, and when focus goes on to the page behind it. `isOpen` is
 * unknown on the server, so that the markup says nothing of it.
 */
function useMenu(id: string) {
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
