import type { Locator, Page } from '@playwright/test';
import { home } from '../../src/content/home.ts';
import { firm } from '../../src/content/firm.ts';
import { waitForFonts } from '../fixtures/all-pages.ts';
import { holdHydration, holdRequests, hydrate, skipDelays } from './fixtures/page.ts';
import { allowConsoleError, expect, heroImageUrl, test } from './fixtures/site.ts';

const { widths = [] } = firm.heroImage ?? {};
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
      const distance = (candidate: number) => Math.abs(Math.log(candidate / pixels));
      const [nearest = 0] = widths.toSorted((a, b) => distance(a) - distance(b));
      const size = { width: `${nearest}`, height: `${Math.round(nearest / 1.5)}` };
      expect(requested.map((found) => ({ ...size, ...found }))).toEqual([size]);
    }

    const image = page.locator('main section').first().locator('img');
    await expect(image).toHaveAttribute('fetchpriority', 'high');
    await expect(image).toHaveAttribute('alt', '');
    await expect(image).not.toHaveAttribute('loading', 'lazy');
  });

  test('leaves the text beside it readable, even if it is white', async ({ page }) => {
    const hero = page.locator('main section').first();
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/');
      await waitForFonts(page);
      await hero.locator('img').evaluate((image: HTMLImageElement) => image.decode());
      // WCAG 2 requires 3 for large text, otherwise 4.5.
      expect(await measureContrast(hero.getByRole('heading')), `${width}`).toBeGreaterThan(3);
      expect(await measureContrast(hero.getByRole('paragraph')), `${width}`).toBeGreaterThan(4.5);
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
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
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
    expect(await measureContrast(page.getByRole('heading', { level: 1 }))).toBeGreaterThan(7);
    await skipDelays(page, page.locator('html.fonts-loaded'));
    await page.getByRole('main').getByRole('link', { name: home.hero.action }).click();
    await expect(page).toHaveURL('/contact');
  });
});

type Color = [red: number, green: number, blue: number];

/** Returns the contrast of two colors as WCAG defines it, from 1 to 21. */
function contrastOf(...colors: [Color, Color]) {
  const luminances = colors.map((color) => {
    const [red = 0, green = 0, blue = 0] = color.map((byte) =>
      byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

/** Returns the colors of `background` where `picture` differs from it. */
async function listColors(page: Page, picture: Buffer, background: Buffer): Promise<Color[]> {
  const pictures = [picture, background].map((png) => png.toString('base64'));
  const colors = await page.evaluate(async (pictures) => {
    const readPixels = async (png: string) => {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const { data = [] } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? {};
      return new Uint32Array(Uint8Array.from(data).buffer);
    };
    const [shown = [], behind = []] = await Promise.all(pictures.map(readPixels));
    return [...new Set([...behind].filter((pixel, at) => pixel !== shown[at]))];
  }, pictures);
  return colors.map((pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255]);
}

/** Returns the lowest WCAG contrast between a text's color and the pixels behind its letters. */
async function measureContrast(text: Locator) {
  const page = text.page();
  await text.scrollIntoViewIfNeeded();
  const color = await text.evaluate((element) => getComputedStyle(element).color);
  const clip = await text.boundingBox();
  if (!clip) throw new Error('The text is not on the page');

  const pictures: Buffer[] = [];
  for (const isHidden of [false, true]) {
    await text.evaluate(setHidden, isHidden);
    pictures.push(await page.screenshot({ clip }));
  }
  const foreground = color.match(/\d+/g)?.map(Number) as Color;
  const backgrounds = await listColors(page, ...(pictures as [Buffer, Buffer]));
  return Math.min(...backgrounds.map((background) => contrastOf(foreground, background)));
}

/** Hides the drawings, whose thin lines do not affect readability, and the text. */
function setHidden(text: Element, isHidden: boolean) {
  for (const drawing of document.querySelectorAll<SVGElement>('main svg'))
    drawing.style.opacity = '0';
  (text as HTMLElement).style.opacity = isHidden ? '0' : '';
}
