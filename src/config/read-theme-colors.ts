import { readFileSync } from 'node:fs';

const palette = new URL('../content/palette.css', import.meta.url);

/** Reads the firm's colors from its palette. */
export function readThemeColors() {
  const css = readFileSync(palette, 'utf8');
  const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
  const find = (name: string, scheme: string) =>
    new RegExp(`--${name}: (#\\w+);`).exec(scheme)?.[1];
  const inLight = (name: string) => {
    const color = find(name, light);
    if (!color) throw new Error(`src/content/palette.css: --${name} has no color such as #0b1d19.`);
    return color;
  };
  const inBoth = (name: string) => ({
    light: inLight(name),
    dark: find(name, dark) ?? inLight(name),
  });

  return {
    /** Colors of the browser's UI, by theme of the page's header. */
    themeColors: { ink: inBoth('ink'), deep: inBoth('deep'), film: inBoth('film') },
    /** Colors of e-mails, copied because mail programs do not support custom properties. */
    mailColors: {
      film: inLight('film'),
      paper: inLight('paper'),
      stone: inLight('stone'),
      text: inLight('text'),
      muted: inLight('muted'),
      bronze: inLight('bronze'),
      oxide: inLight('oxide'),
      ink: inLight('ink'),
      deep: inLight('deep'),
      moss: inLight('moss'),
      chalk: inLight('chalk'),
      brass: inLight('brass'),
      rust: inLight('rust'),
      buttonText: inLight('button-text'),
      chalkMuted: inLight('chalk-muted'),
    },
  };
}
