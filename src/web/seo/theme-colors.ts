import { inSchemes, type Schemes } from '../../content/palette-types.ts';
import { surfaces } from '../../content/palette.ts';
import type { PageHandle } from '../page-handle.ts';

/** Colors of the `theme-color` meta tags, by header theme. */
export const themeColors: Record<PageHandle['headerTheme'], Schemes> = {
  ink: inSchemes(surfaces.ink),
  deep: inSchemes(surfaces.deep),
  film: inSchemes(surfaces.film),
};
