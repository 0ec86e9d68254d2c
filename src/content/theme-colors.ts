import { readThemeColors } from '../config/read-theme-colors.ts';

/** Colors of palette.css. A build inlines their values in place of this module. */
export const { themeColors, mailColors } = readThemeColors();
