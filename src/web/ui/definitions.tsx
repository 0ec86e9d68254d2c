import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { noBreakHyphens } from './no-break-hyphens.tsx';

interface Definition {
  term: string;
  detail: ReactNode;
  /** Path of the page or section to which the detail links. */
  to?: string;
  className?: string;
}

/** Renders a list of terms with their details, without those that have no detail. */
export const Definitions = ({ list, className }: { list: Definition[]; className?: string }) => (
  <dl className={className}>
    {list
      .filter(({ detail }) => Boolean(detail))
      .map(({ term, detail, to, className }) => {
        const text = typeof detail === 'string' ? noBreakHyphens(detail) : detail;
        return (
          <div key={term} className={className}>
            <dt>{term}</dt>
            <dd>{to ? <Link to={to}>{text}</Link> : text}</dd>
          </div>
        );
      })}
  </dl>
);
