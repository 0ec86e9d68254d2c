import { Link } from 'react-router';
import { firm } from '../content/firm.ts';
import { BrandMark } from './brand-mark.tsx';

export function Brand() {
  return (
    <Link className="brand" to="/">
      <BrandMark />
      {firm.name}
    </Link>
  );
}
