import { readFileSync } from 'node:fs';
import { firm } from '../../src/content/firm.ts';
import { home } from '../../src/content/home.ts';
import { waitForFonts } from '../fixtures/all-pages.ts';
import {
  boxOf,
  heading,
  holdHydration,
  holdRequests,
  hydrate,
  mainLink,
  measureLetters,
  skipDelays,
} from './fixtures/page.ts';
import { allowConsoleError, expect, heroImageUrl, test } from './fixtures/site.ts';

const { widths = [] } = firm.heroImage ?? {};
/** A firm may leave the drawing out, and with it the caption. */
const isDrawn = readFileSync('src/content/drawings/hero.svg', 'utf8') !== '';
const describe = firm.heroImage ? test.describe : () => undefined;

describe('the hero image', () => {
  test('is loaded once, with high priority, in the size of the screen', async ({ page }) => {
    const requested: (Record<string, string> | undefined)[] = [];
    page.on('request', (request) => {
      const size = heroImageUrl.exec(request.url());
      if (size) requested.push(size.groups);
    });
    for (const [width, pixels] of [
      [390, 195], // Half of the density.
      [1300, 858],
    ] as const) {
      await page.goto('about:blank');
      await page.setViewportSize({ width, height: 844 });
      requested.length = 0;
      await page.goto('/');
      // At a density of 1, Chromium takes no image that it would have to enlarge, if there is a larger one.
      const wanted = widths.find((candidate) => candidate >= pixels) ?? Math.max(...widths);
      const size = { width: `${wanted}`, height: `${Math.round(wanted / 1.5)}` };
      expect(requested.map((found) => ({ ...size, ...found }))).toEqual([size]);
    }

    const image = page.locator('main section').first().locator('img');
    await expect(image).toHaveAttribute('fetchpriority', 'high');
    await expect(image).toHaveAttribute('alt', '');
    await expect(image).not.toHaveAttribute('loading', 'lazy');
  });

  // Contrasts without it: accessibility.spec.
  test('is beside the text, never behind it', async ({ page }) => {
    const hero = page.locator('main section').first();
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/');
      await waitForFonts(page);
      const image = hero.locator('img');
      await image.evaluate((image) => (image.style.pointerEvents = 'auto'));
      await image.scrollIntoViewIfNeeded();
      expect(await image.evaluate(isShown), `${width} pixels`).toBe(true);
      for (const text of [hero.getByRole('heading'), hero.getByRole('paragraph')]) {
        await text.scrollIntoViewIfNeeded();
        const remedy = 'shorten the line, or change heroImage.outline in firm.ts';
        const covered = await text.evaluate(findCoveredLine);
        expect(covered, `A line at ${width} pixels is behind the photograph: ${remedy}`).toBeNull();
      }
    }
  });

  test('without an outline keeps a distance to the headline in any font', async ({ page }) => {
    await page.goto('/');
    await waitForFonts(page);
    const image = page.locator('.hero-image');
    await image.evaluate((element) => element.classList.add('is-rectangle'));
    for (const [font, pixels] of [
      // A firm's own font may reach further below its lines than these.
      ['FirmSerif', 12],
      ['Liberation Serif', 16],
      ['Liberation Sans', 16],
    ] as const)
      for (const width of [320, 390, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        await page.locator('html').evaluate((html, font) => {
          html.style.setProperty('--serif', font);
        }, font);
        const { top } = await boxOf(image);
        const letters = await measureLetters(heading(page));
        const remedy = 'raise the top of .is-rectangle in hero.css';
        const space = `Space below ${font} at ${width} pixels: ${remedy}`;
        expect(top - letters.bottom, space).toBeGreaterThanOrEqual(pixels);
      }
  });

  const testWithDrawing = isDrawn ? test : () => undefined;
  testWithDrawing('without an outline is above the caption of the drawing', async ({ page }) => {
    for (const width of [390, 768]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/');
      await waitForFonts(page);
      const image = page.locator('.hero-image');
      await image.evaluate((element) => element.classList.add('is-rectangle'));
      const caption = await page.locator('.hero-drawing .caption').evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().top;
      });
      expect(caption, `${width} pixels`).toBeGreaterThanOrEqual((await boxOf(image)).bottom);
    }
  });

  test('is loaded before the fonts', async ({ page }) => {
    const release = await holdRequests(page, heroImageUrl);
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
    release();
    await waitForFonts(page);
    const [image = NaN, ...fonts] = await page.evaluate((url) => {
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const image = resources.find(({ name }) => url.test(name));
      const fonts = resources.filter(({ name }) => name.endsWith('.woff2'));
      return [image?.responseEnd, ...fonts.map(({ startTime }) => startTime)];
    }, heroImageUrl);
    expect(fonts).toHaveLength(2);
    for (const requestedAt of fonts) expect(requestedAt).toBeGreaterThan(image);
  });

  test('is hidden if it fails to load', async ({ page, context, consoleMessages }) => {
    await context.unroute(heroImageUrl);
    await context.route(heroImageUrl, (route) => route.abort());
    const image = page.locator('.hero-image');
    const release = await holdHydration(page);
    await page.goto('/');
    await expect(image).toBeHidden();

    release();
    await hydrate(page);
    await expect(image).toBeHidden();
    await mainLink(page, '/about').click();
    await expect(image).toHaveCount(0);
    await page.goBack();
    await expect(image).toHaveCount(1);
    await expect(image).toBeHidden();
    allowConsoleError(consoleMessages, /net::ERR_FAILED/);
  });

  test('does not block the page if its host never responds', async ({ page, context }) => {
    await context.unroute(heroImageUrl);
    await context.route(heroImageUrl, () => undefined);
    await page.clock.install();
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await expect(heading(page)).toBeInViewport({ ratio: 1 });
    await skipDelays(page, page.locator('html.fonts-loaded'));
    await page.getByRole('main').getByRole('link', { name: home.hero.action }).click();
    await expect(page).toHaveURL('/contact');
  });
});

/** Runs in the page: tells if the middle of the image is not clipped away. */
function isShown(image: Element) {
  const { x, y, width, height } = image.getBoundingClientRect();
  return document.elementsFromPoint(x + width / 2, y + height / 2).includes(image);
}

/** Runs in the page: returns a line of the text that has the image behind its letters. */
function findCoveredLine(text: Element) {
  const range = document.createRange();
  const lines = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  while (lines.nextNode()) {
    range.selectNode(lines.currentNode);
    for (const { left, right, top, height } of range.getClientRects())
      for (const part of [0.1, 0.3, 0.5, 0.7, 0.9])
        for (let x = left; x < right; x += 3)
          if (
            document
              .elementsFromPoint(x, top + height * part)
              .some(({ localName }) => localName === 'img')
          )
            return lines.currentNode.textContent;
  }
  return null;
}
