declare module 'subset-font' {
  /** A font with the characters of `text` alone; sizes and weights are in the font's own units. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2';
      variationAxes: Record<string, number | { min: number; max: number }>;
      /** OpenType feature tags. */
      keepFeatures: string[];
      preserveNameIds: number[];
    },
  ): Promise<Uint8Array>;
}
