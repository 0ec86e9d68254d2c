import { surfaces, tones } from '../../content/palette.ts';

/** Renders favicon.svg, a variant of the brand mark for small sizes. */
export const favicon = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="${tones.onDark.text}" stroke-width="1.5">
  <path fill="${surfaces.ink}" stroke="none" d="M0 0h32v32H0z"/>
  <path d="M5 8c0 9.5 4.5 15 11 17.5 6.5-2.5 11-8 11-17.5M10 8c0 8 2 14.5 6 17.5 4-3 6-9.5 6-17.5"/>
  <path stroke="${tones.onDark.accent}" stroke-width="2" d="M16 5v22"/>
</svg>
`;
