import { Link, matchPath, useLocation } from 'react-router';
import { firm } from '../../content/firm.ts';
import { footer as copy, titleBlock } from '../../content/layout.ts';
import { pages } from '../../content/pages.ts';
import type { PageHandle } from '../routes.ts';
import { LinkList } from '../ui/link-list.tsx';
import { noBreakHyphens } from '../ui/no-break-hyphens.tsx';
import { Brand } from './brand.tsx';
import { TitleBlock } from './title-block.tsx';

export function Footer({ drawing }: PageHandle) {
  const { pathname } = useLocation();
  return (
    <footer className="footer theme-ink">
      <div className="container">
        <div className="grid">
          <div>
            <Brand />
            <p>{noBreakHyphens(firm.description)}</p>
          </div>
          <nav aria-label={copy.label}>
            <h2>{copy.navigation}</h2>
            <LinkList links={pages.filter(({ path }) => path !== '/contact')} />
          </nav>
          <div>
            <h2>{copy.connect}</h2>
            <LinkList links={[{ path: '/contact', name: copy.inquiries }]} />
          </div>
          <div>
            <h2>{copy.legal}</h2>
            <p>{noBreakHyphens(firm.disclaimer)}</p>
            <p>
              {copy.accessibility} <a href={`mailto:${firm.email}`}>{firm.email}</a>.
            </p>
            <ul>
              <li>
                <PrivacyLink />
              </li>
            </ul>
          </div>
        </div>
        <TitleBlock sheet={describeSheet(pathname)} drawing={drawing} />
      </div>
    </footer>
  );
}

/** Links to the firm's own policy, or to the notice of the form. */
function PrivacyLink() {
  if (firm.privacyPolicy) return <a href={firm.privacyPolicy}>{copy.privacy}</a>;
  return <Link to="/contact#privacy">{copy.privacy}</Link>;
}

/** Returns the name of a page and its number among all pages, like a sheet of drawings. */
function describeSheet(pathname: string): string {
  const index = pages.findIndex(({ path }) => matchPath(path, pathname));
  const page = pages[index];
  if (!page) return titleBlock.notFoundSheet(pages.length);
  return titleBlock.pageSheet(page.name, index + 1, pages.length);
}
