import { about } from '../../src/content/about.ts';
import { contact } from '../../src/content/contact.ts';
import { ecosystems } from '../../src/content/ecosystems.ts';
import { firm } from '../../src/content/firm.ts';
import { home } from '../../src/content/home.ts';
import { platform } from '../../src/content/platform.ts';
import * as aboutPaths from '../../src/web/drawings/paths/about.ts';
import * as ecosystemPaths from '../../src/web/drawings/paths/ecosystems.ts';
import * as homePaths from '../../src/web/drawings/paths/home.ts';
import * as meetingPaths from '../../src/web/drawings/paths/meeting.ts';
import * as platformPaths from '../../src/web/drawings/paths/platform.ts';
import type { Card, Colors } from './draw-card.ts';

const lines = { ...aboutPaths, ...ecosystemPaths, ...homePaths, ...meetingPaths, ...platformPaths };

const hull = ({ lines: color, accent }: Colors) => `
  <linearGradient id="haze"><stop offset=".1"/><stop offset=".75" stop-color="#fff"/></linearGradient>
  <mask id="distance"><path fill="url(#haze)" d="M0-200h900v900H0z"/></mask>
  <g transform="translate(430 222) scale(.86 .475)" mask="url(#distance)">
    <path stroke="${color}" opacity=".42" stroke-width="1.7" d="${lines.heroFrames}"/>
    <path stroke="${color}" opacity=".75" stroke-width="2" d="${lines.heroWaterlines}"/>
    <path stroke="${accent}" stroke-width="4.5" d="${lines.heroKeel}"/>
  </g>`;

const bodyPlan = ({ lines: color, accent }: Colors) => `
  <g transform="translate(608 84) scale(1.02 1.16)">
    <path stroke="${color}" opacity=".55" stroke-width="1.4" d="${lines.bodyPlan}"/>
    <path stroke="${color}" opacity=".22" stroke-width="1.2" d="M-40 420H700M-40 320H700M-40 220H700M-40 120H700"/>
    <path stroke="${accent}" stroke-width="3" d="M260 -80V500"/>
  </g>`;

const halfBreadthPlan = ({ lines: color, accent }: Colors) => `
  <g transform="translate(0 350) scale(.835)">
    <path stroke="${color}" stroke-width="1.7" d="${lines.halfBreadthWaterlines}"/>
    <path stroke="${color}" opacity=".3" stroke-width="1.4" d="${lines.halfBreadthStations}"/>
    <path stroke="${accent}" stroke-width="3.6" d="${lines.halfBreadthKeel}"/>
  </g>`;

const exchange = ({ lines: color, accent, surface }: Colors) => `
  <g transform="translate(0 325) scale(.8334 .66)">
    <path stroke="${color}" opacity=".6" stroke-width="1.4" d="${lines.exchangeThere}"/>
    <path stroke="${accent}" stroke-width="1.4" d="${lines.exchangeBack}"/>
    <path stroke="${color}" fill="${surface}" stroke-width="1.6" d="${lines.exchangeBodies}"/>
    <path stroke="${color}" opacity=".6" stroke-width="1.4" d="${lines.exchangeRings}"/>
  </g>`;

const meeting = ({ lines: color, accent }: Colors) => `
  <g transform="translate(0 352) scale(.8334)">
    <path stroke="${color}" opacity=".6" stroke-width="1.5" d="${lines.assetLines}"/>
    <path stroke="${accent}" stroke-width="1.5" d="${lines.softwareLines}"/>
  </g>`;

/** Link preview images by page path. */
export const cards: Record<string, Card> = {
  '/': {
    heading: home.hero.title.join(' '),
    theme: 'ink',
    fontSize: 88,
    maxWidth: 1072,
    footer: home.hero.fields,
    drawing: hull,
  },
  '/about': {
    heading: about.who.title,
    theme: 'film',
    fontSize: 150,
    maxWidth: 480,
    drawing: bodyPlan,
  },
  '/platform': {
    heading: platform.hero.title,
    theme: 'deep',
    // Shrinks to fit a longer name.
    fontSize: Math.min(260, 2000 / firm.platform.length),
    maxWidth: 1072,
    drawing: halfBreadthPlan,
  },
  '/ecosystems': {
    heading: ecosystems.hero.title,
    theme: 'film',
    fontSize: 96,
    maxWidth: 800,
    drawing: exchange,
  },
  '/contact': {
    heading: contact.heading,
    theme: 'ink',
    fontSize: 128,
    maxWidth: 900,
    drawing: meeting,
  },
};
