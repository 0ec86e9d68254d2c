import type { Accents, Surfaces, Tones } from './palette-types.ts';

/**
 * The firm's colors, for pages, icons, link preview images, browser UI and the team's report. They
 * are part of the build.
 */

export const accents = {
  /** The accent on dark surfaces. Also a surface of the light scheme. */
  brass: '#cba761',
  /** The accent on light surfaces. */
  bronze: '#74540f',
  /** Errors on light surfaces. */
  oxide: '#8f2718',
  /** Errors on dark surfaces. */
  rust: '#f0a493',
} satisfies Accents;

/** Backgrounds. The dark scheme has two, `ink` and `deep`, with rules between sections. */
export const surfaces = {
  /** Hero, menu and footer. */
  ink: '#0b1d19',
  deep: '#12332c',
  /** The glow in the hero's corner. */
  glow: '#1b443a',
  /** The page's background. */
  film: { light: '#edefe9', dark: '#0b1d19' },
  paper: { light: '#f9faf7', dark: '#0b1d19' },
  stone: { light: '#d8ddd4', dark: '#0b1d19' },
  /** Bands between light and dark. Drawings use `lichen` and `mist` for their lines. */
  lichen: '#98ada3',
  moss: '#2f5047',
  mist: '#c9d6cf',
} satisfies Surfaces;

export const tones = {
  /** On film, paper and stone in the light scheme. */
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
  /** On ink, deep and moss, and in the dark scheme on all surfaces. */
  onDark: {
    text: '#eff2ec',
    muted: '#b4c3bb',
    line: '#eff2ec33',
    accent: accents.brass,
    error: accents.rust,
    button: accents.brass,
    // Shades of brass: change them with it.
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
