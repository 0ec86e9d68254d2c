import type { PageHandle } from '../page-handle.ts';

/** The surface at the top of a page by its tone, as in tokens.css: browsers colour themselves with it. */
export const themeColors: Record<PageHandle['tone'], { light: string; dark: string }> = {
  ink: { light: '#0b1d19', dark: '#0b1d19' },
  deep: { light: '#12332c', dark: '#12332c' },
  film: { light: '#edefe9', dark: '#11231e' },
};
