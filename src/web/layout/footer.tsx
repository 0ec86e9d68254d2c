import { Link } from 'react-router';
import { firm } from '../../content/firm.ts';
import { footer as copy } from '../../content/layout.ts';
import { pages } from '../../content/pages.ts';
import { useSiteData } from '../site-data.ts';
import { NoBreakHyphens } from '../ui/no-break-hyphens.tsx';
import { Brand } from './brand.tsx';

export function Footer() {
  const { year } = useSiteData();
  const { street, city, region, postalCode } = firm.address;
  return (
    <footer className="footer theme-ink">
      <div className="container">
        <div className="grid">
          <div>
            <Brand />
            <p>
              <NoBreakHyphens text={firm.description} />
            </p>
          </div>
          <nav aria-label={copy.label}>
            <h2>{copy.navigation}</h2>
            <ul>
              {pages
                .filter(({ path }) => path !== '/contact')
                .map(({ path, name }) => (
                  <li key={path}>
                    <Link to={path}>{name}</Link>
                  </li>
                ))}
            </ul>
          </nav>
          <div>
            <h2>{copy.connect}</h2>
            <ul>
              <li>
                <Link to="/contact">{copy.inquiries}</Link>
              </li>
            </ul>
          </div>
          <div>
            <h2>{copy.legal}</h2>
            <p>
              <NoBreakHyphens text={firm.disclaimer} />
            </p>
          </div>
        </div>
        <p className="footer-end">
          <span>
            © {year} {copy.rights}
          </span>
          <span>{`${street}, ${city}, ${region} ${postalCode}`}</span>
          <a href={`mailto:${firm.email}`}>{firm.email}</a>
        </p>
      </div>
    </footer>
  );
}
