import { loading } from '../../content/layout.ts';
import type { PageHandle } from '../routes.ts';
import { BrandMark } from './brand.tsx';

interface LoadingProps {
  headerTheme?: PageHandle['headerTheme'];
}

export function Loading({ headerTheme = 'film' }: LoadingProps) {
  return (
    <div className={`loading theme-${headerTheme}`} role="status">
      <BrandMark />
      {loading}
    </div>
  );
}
