import { Link } from 'react-router';
import { links } from '../../../content/layout.ts';
import { notFound } from '../../../content/not-found.ts';
import { unbuiltHull } from '../../drawings/paths/not-found.ts';
import type { PageHandle } from '../../page-handle.ts';

export const handle = { headerTheme: 'ink', meta: notFound.meta } satisfies PageHandle;

export function Component() {
  const { title, text, pages } = notFound;
  return (
    <section className="not-found theme-ink">
      <div className="container">
        <svg viewBox="80 40 1300 440" preserveAspectRatio="none" aria-hidden="true">
          <path strokeDasharray="3 7" d={unbuiltHull} />
        </svg>
        <div className="grid">
          <div>
            <h1>{title}</h1>
            <p className="lede muted">{text}</p>
          </div>
          <nav aria-label={pages}>
            <ul>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
    </section>
  );
}
