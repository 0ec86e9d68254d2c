import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { noBreakHyphens } from './no-break-hyphens.tsx';

interface Definition {
  term: string;
  detail: ReactNode;
  /** Path to which the detail links. */
  to?: string;
  className?: string;
}

/** Renders a list of terms with details. Terms without a detail are left out. */
export function Definitions({ list, className }: { list: Definition[]; className?: string }) {
  const shown = list.filter(({ detail }) => Boolean(detail));
  return (
    <dl className={className}>
      {shown.map((definition) => (
        <div key={definition.term} className={definition.className}>
          <dt>{definition.term}</dt>
          <dd>
            <Detail {...definition} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Detail({ detail, to }: Definition) {
  const text = typeof detail === 'string' ? noBreakHyphens(detail) : detail;
  return to ? <Link to={to}>{text}</Link> : text;
}
