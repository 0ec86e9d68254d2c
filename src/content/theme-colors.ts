/** Colors of palette.css for browser UI and the manifest, by the theme of a page's header. */
export const themeColors = {
  ink: { light: '#0b1d19', dark: '#0b1d19' },
  deep: { light: '#12332c', dark: '#12332c' },
  film: { light: '#edefe9', dark: '#0b1d19' },
};
