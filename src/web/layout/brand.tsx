import { Link } from 'react-router';
import { firm } from '../../content/firm.ts';
import { brandMark } from './brand-mark-lines.ts';

export function Brand() {
  return (
    <Link className="brand" to="/">
      <BrandMark />
      {firm.name}
    </Link>
  );
}

/** The brand mark. `pathLength` lets CSS animate its lines. */
export function BrandMark({ pathLength }: { pathLength?: number }) {
  return (
    <svg viewBox="0 0 30 30" aria-hidden="true">
      <path pathLength={pathLength} d={brandMark.hull} />
      <path pathLength={pathLength} d={brandMark.frame} />
      <path pathLength={pathLength} className="accent-line" d={brandMark.keel} />
    </svg>
  );
}
