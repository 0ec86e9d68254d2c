interface Font {
  /** Characters of the file, with those of the content beyond ASCII. Names of inquirers need more. */
  characters: RegExp;
  /** Weights that the styles use. Of a variable font, the file has all between them. */
  weights: number[];
  /** Other axes of a variable font, at one value. */
  axes?: Record<string, number>;
}

/** The firm's fonts, serif.woff2 and sans.woff2 beside this file: `npm run fonts` writes them. */
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
