import { useEffect, useSyncExternalStore } from 'react';
import { NavLink } from 'react-router';
import { firm } from '../../content/firm.ts';
import { header } from '../../content/layout.ts';
import { pages } from '../../content/pages.ts';
import type { PageHandle } from '../page-handle.ts';
import { Drawing } from '../drawings/drawing.tsx';
import bodyPlan from '../drawings/body-plan.svg?raw';
import { Brand } from './brand.tsx';

/** Stays at the top of the screen. Below 768 px the links are a popover, which needs no script. */
export function Header({ headerTheme }: { headerTheme: PageHandle['headerTheme'] }) {
  return (
    <header className={`header theme-${headerTheme}`}>
      <div className="container">
        <Brand />
        <MenuButton />
        <nav id="menu" className="menu" popover="auto" aria-label={header.navigation}>
          <ul>
            {pages.map(({ path, name }) => (
              <li key={path}>
                <NavLink to={path} end onClick={closeMenu}>
                  {name}
                </NavLink>
              </li>
            ))}
          </ul>
          <Drawing svg={bodyPlan} accent={0} />
          <p>
            <a href={`mailto:${firm.email}`}>{firm.email}</a>
          </p>
        </nav>
      </div>
    </header>
  );
}

/** Apart from the links, which would render again with its state. */
function MenuButton() {
  const isOpen = useMenuState();
  return (
    <button type="button" className="menu-button" popoverTarget="menu" aria-expanded={isOpen}>
      <span className="menu-bars" />
      <span className="menu-label">
        <span>{header.menu}</span>
        <span>{header.close}</span>
      </span>
    </button>
  );
}

/**
 * Returns whether the popover menu is open; undefined on the server. Closes it on wide screens and
 * when focus moves to the page, where the browser does not.
 */
function useMenuState() {
  const isOpen = useSyncExternalStore(subscribeToToggle, isMenuOpen, () => undefined);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const wide = matchMedia('(min-width: 768px)');
    const closeOnLeave = () => {
      if (wide.matches || document.activeElement?.closest('main, footer')) closeMenu();
    };
    closeOnLeave();
    wide.addEventListener('change', closeOnLeave, { signal });
    document.addEventListener('focusin', closeOnLeave, { signal });
    return () => controller.abort();
  }, []);

  return isOpen;
}

const getMenu = () => document.getElementById('menu');

/** Browsers without popovers throw at the selector, and always show the links. */
const isMenuOpen = () =>
  'popover' in HTMLElement.prototype && getMenu()?.matches(':popover-open') === true;

function closeMenu() {
  if (isMenuOpen()) getMenu()?.hidePopover();
}

/** Listens in the capture phase, since `toggle` does not bubble. */
function subscribeToToggle(onChange: () => void) {
  document.addEventListener('toggle', onChange, true);
  return () => document.removeEventListener('toggle', onChange, true);
}
