/** `#rgb`, `#rrggbb` or `#rrggbbaa`. */
export type Color = `#${string}`;

/** A color in the light and in the dark scheme. */
export interface Schemes {
  light: Color;
  dark: Color;
}

/** Returns a palette color in both schemes. */
export const inSchemes = (color: Color | Schemes): Schemes =>
  typeof color === 'string' ? { light: color, dark: color } : color;

export type Accents = Record<'brass' | 'bronze' | 'oxide' | 'rust', Color>;

export type Surfaces = Record<'ink' | 'deep' | 'glow' | 'lichen' | 'moss' | 'mist', Color> &
  Record<'film' | 'paper' | 'stone', Schemes>;

/** Foreground colors on a surface. */
export interface BareTone {
  text: Color;
  muted: Color;
  /** Rules and borders. */
  line: Color;
  /** Links, markers and accent lines. */
  accent: Color;
  button: Color;
  buttonHover: Color;
  buttonActive: Color;
  buttonText: Color;
}

/** Foreground colors on a surface that may contain a form. */
export interface Tone extends BareTone {
  error: Color;
  field: Color;
  fieldLine: Color;
}

export interface Tones {
  onLight: Tone;
  onDark: Tone;
  onBrass: BareTone;
}

/** The exports of src/content/palette.ts. */
export interface Palette {
  accents: Accents;
  surfaces: Surfaces;
  tones: Tones;
}
