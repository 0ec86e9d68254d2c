import { readThemeColors } from '../config/read-theme-colors.ts';

/** Colors of palette.css. A build has their values instead of this module. */
export const { themeColors, mailColors } = readThemeColors();
