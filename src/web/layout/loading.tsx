import { loading } from '../../content/layout.ts';
import type { PageHandle } from '../page-handle.ts';
import { BrandMark } from './brand.tsx';

interface LoadingProps {
  /** The header's, which lies over it as over a page. */
  tone?: PageHandle['tone'];
}

export function Loading({ tone = 'film' }: LoadingProps) {
  return (
    <div className={`loading ${tone}`} role="status">
      <BrandMark pathLength={1} />
      {loading}
    </div>
  );
}
