import { Link } from 'react-router';
import { firm } from '../../content/firm.ts';
import mark from '../../content/mark.svg?raw';
import { Drawing } from '../ui/drawing.tsx';

export const BrandMark = () => <Drawing svg={mark} />;

const brand = (
  <>
    <BrandMark />
    {firm.name}
  </>
);

export const Brand = () => (
  <Link className="brand" to="/">
    {brand}
  </Link>
);

/** The firm's name for pages outside the router, without a link to Home. */
export const BrandName = () => <span className="brand">{brand}</span>;
