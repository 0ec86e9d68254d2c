import { Link } from 'react-router';
import { useFirm } from '../site.tsx';
import { BrandMark } from './brand-mark.tsx';

export function Brand() {
  return (
    <Link className="brand" to="/">
      <BrandMark />
      {useFirm().name}
    </Link>
  );
}
