import { startServer } from '../../test/start-server.ts';
import { launchBrowser, noBrowser } from '../browser.ts';
import type { PartResult } from '../figure.ts';
import { median } from '../median.ts';
import { measureNavigations, measureProcessorTime, type Navigations } from '../navigations.ts';
import { withFolder } from '../programs.ts';
import { randomNumbers } from '../random.ts';
import { clickAroundTakeover, timeTakeover } from '../takeover-clicks.ts';

const slowdown = 4;
/** The clicks of every run come at the same parts of the takeover. */
const seed = 1;

/** How soon the running application answers on a processor that is four times slower, and whether it always does. */
export const measureInteraction = (rounds: number): Promise<PartResult> =>
  withFolder(async (folder) => {
    const browser = await launchBrowser();
    if (!browser) return { figures: [], notes: [noBrowser('interaction')] };
    const server = startServer({ DATA_DIR: folder, LOG_LEVEL: 'error' });
    try {
      const origin = await server.url;
      const navigations: Navigations[] = [];
      const processorTimes: number[] = [];
      const random = randomNumbers(seed);
      const takeoverMs = await timeTakeover(browser, origin, slowdown);
      let [clicks, failed] = [0, 0];
      for (let round = 0; round < rounds; round += 1) {
        navigations.push(await measureNavigations(browser, origin, slowdown));
        processorTimes.push(...(await measureProcessorTime(browser, origin)));
        const moments = { slowdown, takeoverMs, random };
        const outcome = await clickAroundTakeover(browser, origin, moments);
        clicks += outcome.clicks;
        failed += outcome.failed;
      }
      return {
        figures: [
          {
            what: 'A click on a link until its page is painted, processor slowed down by 4',
            value: median(navigations.flatMap(({ paintedMs }) => paintedMs)),
            unit: 'ms',
            goal: { of: 'value', atMost: 100 },
          },
          {
            what: 'Interaction to Next Paint of these clicks',
            value: median(navigations.map(({ slowestMs }) => slowestMs)),
            unit: 'ms',
            goal: { of: 'value', atMost: 100 },
          },
          {
            what: 'Processor time of such a click, not slowed down',
            value: median(processorTimes),
            unit: 'ms',
          },
          { what: 'Takeover, from the first intent, slowed down', value: takeoverMs, unit: 'ms' },
          {
            what: 'Clicks before, during and after the takeover without their outcome',
            value: failed,
            unit: `of ${clicks}`,
            goal: { of: 'value', atMost: 0 },
          },
        ],
      };
    } finally {
      await browser.close();
      server.kill('SIGTERM');
      await server.exited;
    }
  });
