import { Link } from 'react-router';
import { firm } from '../../content/firm.ts';
import mark from '../../content/mark.svg?raw';
import { Drawing } from '../ui/drawing.tsx';

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

export const BrandMark = () => <Drawing svg={mark} />;
