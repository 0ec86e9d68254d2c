import { loading } from '../../content/layout.ts';
import type { PageHandle } from '../routes.ts';
import { BrandMark } from './brand.tsx';

export const Loading = ({ headerTheme = 'film' }: Partial<Pick<PageHandle, 'headerTheme'>>) => (
  <div className={`loading theme-${headerTheme}`} role="status">
    <BrandMark />
    {loading}
  </div>
);
