import { readFileSync } from 'node:fs';

const palette = new URL('../content/palette.css', import.meta.url);

/** Reads the firm's colors from its palette. */
export function readThemeColors() {
  const css = readFileSync(palette, 'utf8');
  const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
  const find = (name: string, scheme: string) =>
    new RegExp(`--${name}: (#\\w+);`).exec(scheme)?.[1];
  const getColor = (name: string) => {
    const color = find(name, light);
    if (!color)
      throw new Error(
        `src/content/palette.css: --${name} has no color such as #0b1d19: add it, or correct its digits.`,
      );
    return color;
  };
  const getSchemeColors = (name: string) => ({
    light: getColor(name),
    dark: find(name, dark) ?? getColor(name),
  });

  return {
    /** Colors of the browser's UI, by theme of the page's header. */
    themeColors: {
      ink: getSchemeColors('ink'),
      deep: getSchemeColors('deep'),
      film: getSchemeColors('film'),
    },
    /** Colors of e-mails, copied because mail programs do not support custom properties. */
    mailColors: {
      film: getColor('film'),
      paper: getColor('paper'),
      stone: getColor('stone'),
      text: getColor('text'),
      muted: getColor('muted'),
      bronze: getColor('bronze'),
      oxide: getColor('oxide'),
      ink: getColor('ink'),
      deep: getColor('deep'),
      moss: getColor('moss'),
      chalk: getColor('chalk'),
      brass: getColor('brass'),
      rust: getColor('rust'),
      buttonText: getColor('button-text'),
      chalkMuted: getColor('chalk-muted'),
    },
  };
}
