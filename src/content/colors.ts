/** '#' and three or six hexadecimal digits; two more make it a veil over what lies behind it. */
export type Color = `#${string}`;

/** A colour by day, and in the visitor's dark scheme. */
export interface Schemes {
  light: Color;
  dark: Color;
}

/** A colour of the palette in both schemes. */
export const inSchemes = (color: Color | Schemes): Schemes =>
  typeof color === 'string' ? { light: color, dark: color } : color;

export type Accents = Record<'brass' | 'bronze' | 'oxide' | 'rust', Color>;

export type Surfaces = Record<'ink' | 'deep' | 'glow' | 'lichen' | 'moss' | 'mist', Color> &
  Record<'film' | 'paper' | 'stone', Schemes>;

/** What stands on a surface. */
export interface BareTone {
  text: Color;
  muted: Color;
  /** Rules between parts. */
  line: Color;
  /** Links, marks and the lines of keels. */
  accent: Color;
  button: Color;
  buttonHover: Color;
  buttonActive: Color;
  buttonText: Color;
}

/** What stands on a surface that may hold a form. */
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

/** What src/content/palette.ts holds. */
export interface Palette {
  accents: Accents;
  surfaces: Surfaces;
  tones: Tones;
}
