import { Link } from 'react-router';
import { firm } from '../../content/firm.ts';
import { footer as words, links } from '../../content/layout.ts';
import { useSite } from '../site-data.ts';
import { Unbroken } from '../ui/no-break-hyphens.tsx';
import { Brand } from './brand.tsx';

export function Footer() {
  const { year } = useSite();
  return (
    <footer className="footer ink">
      <div className="wrap">
        <div className="grid">
          <div>
            <Brand />
            <p>
              <Unbroken text={firm.blurb} />
            </p>
          </div>
          <nav aria-label={words.label}>
            <h2>{words.navigation}</h2>
            <ul>
              {links
                .filter(({ to }) => to !== '/contact')
                .map(({ to, label }) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
            </ul>
          </nav>
          <div>
            <h2>{words.connect}</h2>
            <ul>
              <li>
                <Link to="/contact">{words.inquiries}</Link>
              </li>
            </ul>
          </div>
          <div>
            <h2>{words.legal}</h2>
            <p>{firm.disclaimer}</p>
          </div>
        </div>
        <p className="footer-end">
          <span>
            © {year} {words.rights}
          </span>
          <span>{firm.home}</span>
        </p>
      </div>
    </footer>
  );
}
