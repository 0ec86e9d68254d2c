/** Colors of palette.css for browser UI and the manifest, by the theme of a page's header. */
export const themeColors = {
  ink: { light: '#0b1d19', dark: '#081512' },
  deep: { light: '#12332c', dark: '#163d34' },
  film: { light: '#edefe9', dark: '#0f2621' },
};

/** Colors of palette.css for e-mails, which know no custom properties, by the light scheme's property. */
export const mailColors = {
  film: '#edefe9',
  paper: '#f9faf7',
  stone: '#d8ddd4',
  text: '#10231e',
  muted: '#37473f',
  bronze: '#74540f',
  oxide: '#8f2718',
  buttonText: '#f4f6f1',
  ink: '#0b1d19',
  deep: '#12332c',
  moss: '#2f5047',
  chalk: '#eff2ec',
  chalkMuted: '#b4c3bb',
  brass: '#cba761',
  rust: '#f0a493',
};
