import unbuilt from '../../../content/drawings/unbuilt.svg?raw';
import { notFound } from '../../../content/not-found.ts';
import { pages } from '../../../content/pages.ts';
import type { PageHandle } from '../../routes.ts';
import { Drawing } from '../../ui/drawing.tsx';
import { LinkList } from '../../ui/link-list.tsx';

export const handle: PageHandle = {
  headerTheme: 'ink',
  meta: notFound.meta,
  drawing: unbuilt,
  isNotFound: true,
};

export const Component = () => (
  <section className="not-found theme-ink">
    <div className="container grid">
      <div className="col-end-8">
        <h1>{notFound.title}</h1>
        <p className="lede muted">{notFound.text}</p>
      </div>
      <nav className="col-start-8" aria-label={notFound.pages}>
        <LinkList links={pages} />
      </nav>
    </div>
    <Drawing preserveAspectRatio="none" svg={unbuilt} />
  </section>
);
