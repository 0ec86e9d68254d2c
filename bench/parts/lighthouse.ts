import path from 'node:path';
import { findChromium } from '../../test/find-chromium.ts';
import { noBrowser } from '../browser.ts';
import { fitPhotograph } from '../fit-photograph.ts';
import type { Figure, PartResult } from '../figure.ts';
import { inTurns, medianRatio } from '../in-turns.ts';
import { type LighthouseResult, runLighthouse } from '../lighthouse.ts';
import { median } from '../median.ts';
import { startModule, withFolder } from '../programs.ts';

const pages = [
  { name: 'Home', path: '/', file: 'index-photo.html', hasPhotograph: true },
  { name: 'About', path: '/about', file: 'about.html' },
  { name: 'Platform', path: '/platform', file: 'platform.html' },
  { name: 'Ecosystems', path: '/ecosystems', file: 'ecosystems.html' },
  { name: 'Contact', path: '/contact', file: 'contact.html' },
];
/** The largest values that Lighthouse shows as 0. */
const shownAsNone = { blockingTimeMs: 0.49, layoutShift: 0.00049 };
/** Beside the reference. A photograph arrives when it does, whatever stands around it. */
const most = { firstPaint: 1.05, largestPaint: 0.85, photograph: 1.05 };

/**
 * What Lighthouse's mobile preset says of every page, beside the static pages of the folder
 * `reference`, one for each of ours and with the same photograph, as its host sends it to a phone.
 */
export const measureLighthouse = (rounds: number, reference?: string): Promise<PartResult> =>
  withFolder(async (folder) => {
    if (!findChromium()) return { figures: [], notes: [noBrowser('lighthouse')] };
    const photograph = path.join(folder, 'photograph.jpg');
    if (reference) await fitPhotograph(path.join(reference, 'photo.png'), photograph);
    const own = await startModule('serve.ts', folder, ...(reference ? [photograph] : []));
    const other = reference
      ? await startModule('reference-site.ts', reference, photograph)
      : undefined;
    try {
      const figures: Figure[] = [];
      for (const page of pages) {
        process.stderr.write(`lighthouse: ${page.name}\n`);
        const { ours, theirs } = await inTurns(rounds, {
          ours: () => runLighthouse(own.origin + page.path),
          theirs: other && (() => runLighthouse(`${other.origin}/${page.file}`)),
        });
        figures.push(...describe(page.name, ours), ...compare(page, ours, theirs));
      }
      return {
        figures,
        notes: other ? [] : ['Without --reference FOLDER the paints are compared with nothing.'],
      };
    } finally {
      await own.stop();
      await other?.stop();
    }
  });

const describe = (page: string, ours: LighthouseResult[]): Figure[] => [
  {
    what: `${page}: the lowest of Lighthouse’s four scores`,
    value: medianOf(ours, 'lowestScore'),
    unit: 'points',
    goal: { of: 'value', atLeast: 100 },
  },
  {
    what: `${page}: total blocking time`,
    value: medianOf(ours, 'blockingTime'),
    unit: 'ms',
    goal: { of: 'value', atMost: shownAsNone.blockingTimeMs },
  },
  {
    what: `${page}: layout shift`,
    value: medianOf(ours, 'layoutShift'),
    unit: '',
    goal: { of: 'value', atMost: shownAsNone.layoutShift },
  },
];

function compare(
  { name, hasPhotograph }: (typeof pages)[number],
  ours: LighthouseResult[],
  theirs: LighthouseResult[],
): Figure[] {
  const paint = (what: string, of: 'firstPaint' | 'largestPaint', atMost: number): Figure => ({
    what: `${name}: ${what}`,
    value: medianOf(ours, of),
    unit: 'ms',
    ...(theirs.length && {
      ratio: medianRatio(valuesOf(ours, of), valuesOf(theirs, of)),
      goal: { of: 'ratio', atMost },
    }),
  });
  return [
    ...(theirs.length
      ? [
          {
            what: `${name}: total blocking time of the reference, which has no script`,
            value: medianOf(theirs, 'blockingTime'),
            unit: 'ms',
          },
        ]
      : []),
    paint('first contentful paint', 'firstPaint', most.firstPaint),
    paint(
      'largest contentful paint',
      'largestPaint',
      hasPhotograph ? most.photograph : most.largestPaint,
    ),
  ];
}

const valuesOf = (results: LighthouseResult[], of: keyof LighthouseResult) =>
  results.map((result) => result[of]);

const medianOf = (results: LighthouseResult[], of: keyof LighthouseResult) =>
  median(valuesOf(results, of));
