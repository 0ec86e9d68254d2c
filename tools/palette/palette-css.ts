import {
  inSchemes,
  type Color,
  type Palette,
  type Surfaces,
  type Tone,
} from '../../src/content/colors.ts';
import { mix, veil } from './colors.ts';

/**
 * The palette as custom properties: each colour by its name, and by tone what stands on a surface.
 * In the dark scheme, light sections take the dark surfaces and what stands on those.
 */
export const paletteCss = ({ accents, surfaces, tones }: Palette): string => `
:root {
  ${properties({ ...accents, ...light(surfaces), ...derived({ surfaces, tones }) })}
}
:root, .film, .paper, .stone {
  --surface: var(--film);
  ${properties(tones.onLight)}
}
.paper { --surface: var(--paper) }
.stone { --surface: var(--stone) }
.ink, .deep {
  --surface: var(--ink);
  ${properties(withoutFields(tones.onDark))}
}
.deep { --surface: var(--deep) }
.brass {
  --surface: var(--brass);
  ${properties(tones.onBrass)}
}
@media (prefers-color-scheme: dark) {
  :root, .film, .paper, .stone {
    ${properties({ ...darkOnly(surfaces), ...tones.onDark })}
  }
}`;

/** Colours that follow from others. */
const derived = ({ surfaces, tones }: Pick<Palette, 'surfaces' | 'tones'>) => ({
  // What stands on ink where the section around it is light: the menu, toasts and hints.
  chalk: tones.onDark.text,
  chalkLine: tones.onDark.line,
  abyss: mix(surfaces.ink, '#000000', 0.9),
  inkVeil: veil(surfaces.ink, 0.7),
  inkShadow: veil(surfaces.ink, 0.5),
  mossDeep: mossDeep(surfaces),
});

/** The band between moss and deep in the dark scheme. */
export const mossDeep = ({ moss, deep }: Palette['surfaces']): Color => mix(moss, deep, 0.5);

const withoutFields = (tone: Tone) =>
  Object.fromEntries(Object.entries(tone).filter(([role]) => !role.startsWith('field')));

const light = (surfaces: Surfaces) =>
  Object.fromEntries(
    Object.entries(surfaces).map(([name, color]) => [name, inSchemes(color).light]),
  );

const darkOnly = ({ film, paper, stone }: Surfaces) => ({
  film: film.dark,
  paper: paper.dark,
  stone: stone.dark,
});

const properties = (colors: object) =>
  Object.entries(colors)
    .map(([name, color]) => `--${toKebab(name)}: ${color};`)
    .join('\n  ');

const toKebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
