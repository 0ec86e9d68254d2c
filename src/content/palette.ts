import type { Accents, Surfaces, Tones } from './colors.ts';

/**
 * The firm's colours, all in this one file: pages, icons, cards, the browser's own bars and the
 * team's report take them from here, when the site is built. `npm run check` and the build refuse
 * colours that are hard to read, and say which two and why.
 */

export const accents = {
  /** On what is dark. It is a surface too. */
  brass: '#cba761',
  /** On what is light. */
  bronze: '#74540f',
  /** Errors on what is light. */
  oxide: '#8f2718',
  /** Errors on what is dark. */
  rust: '#f0a493',
} satisfies Accents;

/** What sections lie on. */
export const surfaces = {
  /** The darkest: the hero, the menu, the footer. */
  ink: '#0b1d19',
  deep: '#12332c',
  /** The light in the hero's corner. */
  glow: '#1b443a',
  /** The page. */
  film: { light: '#edefe9', dark: '#11231e' },
  paper: { light: '#f9faf7', dark: '#1a2f28' },
  stone: { light: '#d8ddd4', dark: '#1e352d' },
  /** Bands between light and dark; of `lichen` and `mist` are also the lines of drawings. */
  lichen: '#98ada3',
  moss: '#2f5047',
  mist: '#c9d6cf',
} satisfies Surfaces;

export const tones = {
  /** On film, paper and stone by day. */
  onLight: {
    text: '#10231e',
    muted: '#37473f',
    line: '#10231e30',
    accent: accents.bronze,
    error: accents.oxide,
    button: surfaces.ink,
    buttonHover: '#2d3d39',
    buttonActive: '#0a1a16',
    buttonText: '#f4f6f1',
    field: '#fff',
    fieldLine: '#6d7d75',
  },
  /** On ink, deep and moss, and in the dark scheme on everything but brass. */
  onDark: {
    text: '#eff2ec',
    muted: '#b4c3bb',
    line: '#eff2ec33',
    accent: accents.brass,
    error: accents.rust,
    button: accents.brass,
    buttonHover: '#d9bd85',
    buttonActive: '#b39355',
    buttonText: surfaces.ink,
    field: surfaces.ink,
    fieldLine: '#84968d',
  },
  onBrass: {
    text: surfaces.ink,
    muted: '#12231d',
    line: '#0b1d1940',
    accent: surfaces.ink,
    button: surfaces.ink,
    buttonHover: '#2d3d39',
    buttonActive: '#0a1a16',
    buttonText: '#f4f6f1',
  },
} satisfies Tones;
