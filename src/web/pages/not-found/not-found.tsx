import { Link } from 'react-router';
import { notFound } from '../../../content/not-found.ts';
import { pages } from '../../../content/pages.ts';
import { Drawing } from '../../ui/drawing.tsx';
import unbuilt from '../../../content/drawings/unbuilt.svg?raw';
import type { PageHandle } from '../../routes.ts';

export const handle: PageHandle = {
  headerTheme: 'ink',
  meta: notFound.meta,
  drawing: unbuilt,
  isNotFound: true,
};

export function Component() {
  const { title, text } = notFound;
  return (
    <section className="not-found theme-ink">
      <div className="container grid">
        <div className="col-end-8">
          <h1>{title}</h1>
          <p className="lede muted">{text}</p>
        </div>
        <nav className="col-start-8" aria-label={notFound.pages}>
          <ul>
            {pages.map(({ path, name }) => (
              <li key={path}>
                <Link to={path}>{name}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <Drawing preserveAspectRatio="none" svg={unbuilt} />
    </section>
  );
}
