interface Font {
  /**
   * Characters to keep, besides those of the content beyond ASCII: names of inquirers need more.
   */
  characters: RegExp;
  /** Weights that the styles use. The file of a variable font also has those between them. */
  weights: number[];
  /** Fixed values of the other axes of a variable font. */
  axes?: Record<string, number>;
}

/** The firm's fonts, serif.woff2 and sans.woff2 beside this file, which `npm run fonts` writes. */
export const fonts: Record<'serif' | 'sans', Font> = {
  serif: {
    characters: /[ !$-),-;?@A-Za-zß-öø-ÿ©–—‘’“”…]/,
    weights: [300, 350, 400],
    axes: { opsz: 72 },
  },
  sans: {
    characters: /[ -~À-ÖØ-öø-ÿ©–—‘’“”…]/,
    weights: [400, 500],
  },
};
