import { useEffect } from 'react';
import { NavLink } from 'react-router';
import bodyPlan from '../../content/drawings/body-plan.svg?raw';
import { firm } from '../../content/firm.ts';
import { header } from '../../content/layout.ts';
import { pages } from '../../content/pages.ts';
import type { PageHandle } from '../routes.ts';
import { Drawing } from '../ui/drawing.tsx';
import { Brand } from './brand.tsx';

/**
 * Header that stays at the top of the screen. Its links are a popover, which needs no script, on
 * screens below 768 px. With larger text, or links that do not fit (tools/measure-header.ts), wider
 * screens have the popover too.
 */
export function Header({ headerTheme }: { headerTheme: PageHandle['headerTheme'] }) {
  useCloseMenu();
  return (
    <header className={`header theme-${headerTheme}`}>
      <div className="container">
        <Brand />
        <button type="button" className="menu-button" popoverTarget="menu">
          <span className="menu-bars" />
          <span className="menu-label">
            <span>{header.menu}</span>
            <span>{header.close}</span>
          </span>
        </button>
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
          {/* More than five links leave no room for the drawing on a phone. */}
          {pages.length <= 5 && <Drawing svg={bodyPlan} accent={0} />}
          <p>
            <a href={`mailto:${firm.email}`}>{firm.email}</a>
          </p>
        </nav>
      </div>
    </header>
  );
}

/**
 * Closes the menu when its links become a row, and when the focus moves to the page and the browser
 * leaves it open.
 */
function useCloseMenu() {
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const closeInRow = () => {
      if (!document.querySelector('.menu-button')?.checkVisibility()) closeMenu();
    };
    const closeOnLeave = () => {
      if (document.activeElement?.closest('main, footer')) closeMenu();
    };
    closeInRow();
    closeOnLeave();
    addEventListener('resize', closeInRow, { signal });
    document.addEventListener('focusin', closeOnLeave, { signal });
    return () => controller.abort();
  }, []);
}

/** Browsers without popovers always show the links. */
const closeMenu = () => document.getElementById('menu')?.hidePopover?.();
