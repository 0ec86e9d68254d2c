import { NavLink } from 'react-router';
import { header, links } from '../content/layout.ts';
import type { PageHandle } from '../page-handle.ts';
import { Brand } from './brand.tsx';
import { useMenu } from './use-menu.ts';

interface HeaderProps {
  tone: PageHandle['tone'];
}

/** Lies over the page's first section. Below 768 px the links are a popover: it needs no script. */
export function Header({ tone }: HeaderProps) {
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
