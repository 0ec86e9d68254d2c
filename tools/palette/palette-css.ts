import {
  inSchemes,
  type Palette,
  type Surfaces,
  type Tone,
} from '../../src/content/palette-types.ts';
import { hueAngle, mix, withAlpha } from './colors.ts';

/**
 * Renders the palette as CSS custom properties: colors by name, and the theme classes of sections.
 * In the dark scheme, light themes use dark surfaces and their foreground colors.
 */
export const paletteCss = ({ accents, surfaces, tones }: Palette): string => `
:root {
  ${customProperties({ ...accents, ...lightSurfaces(surfaces), ...derivedColors({ surfaces, tones }) })}
}
:root, .theme-film, .theme-paper, .theme-stone {
  --surface: var(--film);
  ${customProperties(tones.onLight)}
}
.theme-paper { --surface: var(--paper) }
.theme-stone { --surface: var(--stone) }
.theme-ink, .theme-deep {
  --surface: var(--ink);
  ${customProperties(withoutFieldColors(tones.onDark))}
}
.theme-deep { --surface: var(--deep) }
.theme-brass {
  --surface: var(--brass);
  ${customProperties(tones.onBrass)}
}
@media (prefers-color-scheme: dark) {
  :root, .theme-film, .theme-paper, .theme-stone, .theme-brass {
    ${customProperties({ ...darkSurfaces(surfaces), ...tones.onDark })}
  }
  .theme-brass { --surface: var(--paper) }
}`;

/** The hue of the CSS filter `sepia(1)`, corrected by the error of `hue-rotate()` for greens. */
const sepiaHue = 49;

const derivedColors = ({ surfaces, tones }: Pick<Palette, 'surfaces' | 'tones'>) => ({
  // Foreground on ink inside light sections: menu and tooltips.
  chalk: tones.onDark.text,
  chalkLine: tones.onDark.line,
  abyss: mix(surfaces.ink, '#000000', 0.9),
  inkVeil: withAlpha(surfaces.ink, 0.7),
  inkShadow: withAlpha(surfaces.ink, 0.5),
  glowHue: `${Math.round(hueAngle(surfaces.glow) - sepiaHue)}deg`,
});

const withoutFieldColors = (tone: Tone) =>
  Object.fromEntries(Object.entries(tone).filter(([role]) => !role.startsWith('field')));

const lightSurfaces = (surfaces: Surfaces) =>
  Object.fromEntries(
    Object.entries(surfaces).map(([name, color]) => [name, inSchemes(color).light]),
  );

const darkSurfaces = ({ film, paper, stone }: Surfaces) => ({
  film: film.dark,
  paper: paper.dark,
  stone: stone.dark,
});

const customProperties = (colors: object) =>
  Object.entries(colors)
    .map(([name, color]) => `--${toKebab(name)}: ${color};`)
    .join('\n  ');

const toKebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
