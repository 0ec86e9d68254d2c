import { Link } from 'react-router';
import { firm } from '../../content/firm.ts';

export function Brand() {
  return (
    <Link className="brand" to="/">
      <BrandMark />
      {firm.name}
    </Link>
  );
}

/** The firm's name on pages outside the router, which have no link to Home. */
export function BrandName() {
  return (
    <span className="brand">
      <BrandMark />
      {firm.name}
    </span>
  );
}

/** The brand mark: two frames of a hull, and its keel. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 30 30" aria-hidden="true">
      <path d="M2 4c0 13 6 20 13 23 7-3 13-10 13-23" />
      <path d="M7.5 4c0 11 3 18 7.5 23 4.5-5 7.5-12 7.5-23" />
      <path className="accent-line" d="M15 1v28" />
    </svg>
  );
}
