import { useEffect, useSyncExternalStore } from 'react';
import { NavLink } from 'react-router';
import { header, links } from '../../content/layout.ts';
import type { PageHandle } from '../page-handle.ts';
import { Brand } from './brand.tsx';

/** Lies over the page's first section. Below 768 px the links are a popover: it needs no script. */
export function Header({ tone }: { tone: PageHandle['tone'] }) {
  const isOpen = useMenu();
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
                <NavLink to={to} end onClick={closeMenu}>
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
 * Tells whether the menu is open, a popover that the browser opens and closes by itself, and closes it
 * where the browser would not: on a wide screen, and when focus goes on to the page behind it.
 * Unknown on the server, so that the markup says nothing of it.
 */
function useMenu() {
  const isOpen = useSyncExternalStore(onToggle, isMenuOpen, () => undefined);

  useEffect(() => {
    const mounted = new AbortController();
    const { signal } = mounted;
    const wide = matchMedia('(min-width: 768px)');
    const closeIfLeft = () => {
      if (wide.matches || document.activeElement?.closest('main, footer')) closeMenu();
    };
    closeIfLeft();
    wide.addEventListener('change', closeIfLeft, { signal });
    document.addEventListener('focusin', closeIfLeft, { signal });
    return () => mounted.abort();
  }, []);

  return isOpen;
}

const menu = () => document.getElementById('menu');

/** Browsers without popovers would throw at the selector; there the links are always in sight. */
const isMenuOpen = () =>
  'popover' in HTMLElement.prototype && menu()?.matches(':popover-open') === true;

function closeMenu() {
  if (isMenuOpen()) menu()?.hidePopover();
}

/** The event does not bubble, so it is caught on its way down. */
function onToggle(onChange: () => void) {
  document.addEventListener('toggle', onChange, true);
  return () => document.removeEventListener('toggle', onChange, true);
}
