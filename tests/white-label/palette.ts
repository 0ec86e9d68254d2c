import type { Accents, Surfaces, Tones } from '../../src/content/palette-types.ts';

/** Plum and coral instead of green and brass. */
export const accents = {
  brass: '#f2a98f',
  bronze: '#8a3218',
  oxide: '#a3123f',
  rust: '#ffb0c2',
} satisfies Accents;

export const surfaces = {
  ink: '#23102b',
  deep: '#341a3e',
  glow: '#452553',
  film: { light: '#f3edf4', dark: '#26142e' },
  paper: { light: '#fcf9fd', dark: '#2d1936' },
  stone: { light: '#e2d6e5', dark: '#38213f' },
  lichen: '#b9a3c1',
  moss: '#56386a',
  mist: '#dacbe0',
} satisfies Surfaces;

export const tones = {
  onLight: {
    text: '#26122e',
    muted: '#4a3852',
    line: '#26122e30',
    accent: accents.bronze,
    error: accents.oxide,
    button: surfaces.ink,
    buttonHover: '#41294b',
    buttonActive: '#1e0d25',
    buttonText: '#faf4fb',
    field: '#fffefe',
    fieldLine: '#83708b',
  },
  onDark: {
    text: '#f6eef8',
    muted: '#c9b6d0',
    line: '#f6eef833',
    accent: accents.brass,
    error: accents.rust,
    button: accents.brass,
    buttonHover: '#f6c3b0',
    buttonActive: '#de9276',
    buttonText: surfaces.ink,
    field: surfaces.ink,
    fieldLine: '#a08da8',
  },
  onBrass: {
    text: surfaces.ink,
    muted: '#352040',
    line: '#23102b40',
    accent: surfaces.ink,
    button: surfaces.ink,
    buttonHover: '#41294b',
    buttonActive: '#1e0d25',
    buttonText: '#faf4fb',
  },
} satisfies Tones;
