import { createElement as element } from 'react';
import satori, { type SatoriOptions } from 'satori';
import { surfaces, tones as palette } from '../../src/content/palette.ts';
import { brandMark } from '../../src/web/layout/brand-mark-lines.ts';
import { family } from './card-fonts.ts';

export const cardSize = { width: 1200, height: 630 };

/** A link preview image: a page's heading over its drawing. */
export interface Card {
  heading: string;
  theme: keyof typeof cardThemes;
  /** Font size of the heading in pixels. */
  fontSize: number;
  maxWidth: number;
  /** Labels in the footer. */
  footer?: string[];
  /** SVG in the card's pixels. */
  drawing: (colors: Colors) => string;
}

export type Colors = Record<'surface' | 'text' | 'lines' | 'accent', string>;

const { onDark, onLight } = palette;
const onDarkSurface = { text: onDark.text, accent: onDark.accent };

/** The pages' colors in the light scheme. */
const cardThemes = {
  ink: { ...onDarkSurface, surface: surfaces.ink, lines: surfaces.mist },
  deep: { ...onDarkSurface, surface: surfaces.deep, lines: surfaces.lichen },
  film: {
    surface: surfaces.film.light,
    text: onLight.text,
    lines: onLight.text,
    accent: onLight.accent,
  },
} satisfies Record<string, Colors>;

const edge = 64;
const footerHeight = 72;

/** Draws the card as an SVG with text as paths. */
export async function drawCard(card: Card, name: string, fonts: SatoriOptions['fonts']) {
  const colors = cardThemes[card.theme];
  const text = await satori(layout(card, name, colors), { ...cardSize, fonts });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" fill="none">
    <path fill="${colors.surface}" d="M0 0h1200v630H0z"/>
    ${card.drawing(colors)}
    ${card.footer ? footerBar(colors) : ''}
    <g transform="translate(${edge - 3} 46) scale(1.5)" stroke-width="1.25">
      <path stroke="${colors.text}" d="${brandMark.hull}${brandMark.frame}"/>
      <path stroke="${colors.accent}" d="${brandMark.keel}" stroke-width="1.75"/>
    </g>
    ${text}
  </svg>`;
}

const footerBar = ({ surface, accent }: Colors) => `
  <path fill="${surface}" d="M0 ${630 - footerHeight}h1200v${footerHeight}H0z"/>
  <path stroke="${accent}" stroke-width="3" d="M0 ${630 - footerHeight}h1200"/>`;

function layout({ heading, fontSize, maxWidth, footer }: Card, name: string, { text }: Colors) {
  const brand = { ...serif, left: edge + 62, top: 50, fontSize: 34, letterSpacing: '-0.01em' };
  const title = {
    ...serif,
    left: edge - fontSize * 0.03,
    top: 132,
    maxWidth,
    fontWeight: 300,
    fontSize,
    lineHeight: 1,
    letterSpacing: '-0.028em',
  };
  return element(
    'div',
    { style: { display: 'flex', width: '100%', height: '100%', color: text } },
    element('div', { style: brand }, name),
    element('div', { style: title }, heading.replaceAll(' & ', '\u00a0&\u00a0')),
    footer &&
      element('div', { style: footerStyle }, ...footer.map((label) => element('div', {}, label))),
  );
}

const serif = { position: 'absolute', fontFamily: family('Newsreader') } as const;

const footerStyle = {
  position: 'absolute',
  left: edge,
  right: edge,
  bottom: 0,
  height: footerHeight,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  fontFamily: family('Instrument Sans'),
  fontSize: 24,
} as const;
