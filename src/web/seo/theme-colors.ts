import { inSchemes, type Schemes } from '../../content/colors.ts';
import { surfaces } from '../../content/palette.ts';
import type { PageHandle } from '../page-handle.ts';

/** The surface at the top of a page by its tone: browsers colour themselves with it. */
export const themeColors: Record<PageHandle['tone'], Schemes> = {
  ink: inSchemes(surfaces.ink),
  deep: inSchemes(surfaces.deep),
  film: inSchemes(surfaces.film),
};
