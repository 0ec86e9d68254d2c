import { readFileSync } from 'node:fs';

export const { themeColors, mailColors } = readThemeColors();

/** Reads colors of palette.css. A build has their values instead of this module. */
export function readThemeColors() {
  const css = readFileSync(new URL('palette.css', import.meta.url), 'utf8');
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
  const pick = <Name extends string>(...names: Name[]) =>
    Object.fromEntries(names.map((name) => [name, inLight(name)])) as Record<Name, string>;

  return {
    /** For browser UI, by the theme of a page's header. */
    themeColors: { ink: inBoth('ink'), deep: inBoth('deep'), film: inBoth('film') },
    /** For e-mails, which know no custom properties. */
    mailColors: {
      ...pick('film', 'paper', 'stone', 'text', 'muted', 'bronze', 'oxide'),
      ...pick('ink', 'deep', 'moss', 'chalk', 'brass', 'rust'),
      buttonText: inLight('button-text'),
      chalkMuted: inLight('chalk-muted'),
    },
  };
}
