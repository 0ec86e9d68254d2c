import type { Locator, Page } from '@playwright/test';
import { titleBlock } from '../../src/content/layout.ts';
import { waitForFonts } from '../fixtures/all-pages.ts';
import { receivedMessage } from './fixtures/inquiry-form.ts';
import { boxOf } from './fixtures/page.ts';
import { expect, test } from './fixtures/site.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('drawings below the screen are whole in a picture of the page', async ({ page }) => {
  for (const [path, selector] of [
    ['/', '.introduction > svg'],
    ['/ecosystems', '.theme-ink > .container > .ecosystem-drawing'],
  ] as const) {
    await page.goto(path);
    await waitForFonts(page);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const drawing = page.locator(selector);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const whole = await takePicture(page, drawing);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      const picture = await takePicture(page, drawing);
      expect(picture.equals(whole), `${path} at ${width} pixels`).toBe(true);
      await drawing.evaluate((it) => scrollBy(0, it.getBoundingClientRect().top - innerHeight / 2));
      const drawn = await takePicture(page, drawing);
      expect(drawn.equals(whole), `${path} at ${width} pixels, scrolled`).toBe(false);
      await page.evaluate(() => scrollTo(0, 0));
    }
  }
});

test('the body plan of About is whole until it is scrolled into view, then unfolds', async ({
  page,
}) => {
  await page.goto('/about');
  // Its layers in three dimensions are placed between pixels: pictures would differ.
  const drawing = page.locator('.unfolding');
  await expect(drawing).toHaveCSS('transform', 'none');
  await expect(drawing.locator('.plan')).toHaveCSS('opacity', '1');
  for (const frame of await drawing.locator('i > svg').all())
    await expect(frame).toHaveCSS('opacity', '0');
  // Of its height, the part that is on the screen.
  const scrollIn = async (part: number) => {
    await drawing.evaluate((it, part) => {
      const { top, height } = it.getBoundingClientRect();
      scrollBy(0, top + height * part - innerHeight);
    }, part);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    return drawing.evaluate((it) => getComputedStyle(it).transform);
  };
  const entering = await scrollIn(0.1);
  expect(entering).not.toBe('none');
  await expect(drawing.locator('i > svg').first()).not.toHaveCSS('opacity', '0');
  expect(await scrollIn(0.6), 'it waits until it is on the screen').toBe(entering);
  expect(await scrollIn(1.2), 'then it turns').not.toBe(entering);
});

test('each question of Home has its part of one body plan beside it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await waitForFonts(page);
  const questions = page.locator('.pillars > li');
  await expect(questions.locator('.caption')).toHaveCount(3);
  for (const question of await questions.all()) {
    const text = await boxOf(question.locator('.statement'));
    const drawing = await boxOf(question.locator('svg'));
    expect(drawing.left).toBeGreaterThan(text.right);
    expect(Math.abs(drawing.top - text.top)).toBeLessThan(24);
  }
});

test('each sector of About is a hold of one hull, which fills when pointed at', async ({
  page,
}) => {
  await page.goto('/about');
  await waitForFonts(page);
  const sectors = page.locator('.sector-index > li');
  const fill = (index: number) => sectors.nth(index).locator('path').first();
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const holds = await Promise.all((await sectors.locator('svg').all()).map(boxOf));
    expect(holds).toHaveLength(6);
    for (const [index, hold] of holds.entries()) {
      const column = await boxOf(sectors.nth(index));
      expect(hold.left, `column ${index} at ${width} pixels`).toBeCloseTo(column.left, 1);
      expect(hold.right).toBeCloseTo(holds[index + 1]?.left ?? column.right, 1);
      expect(hold.top).toBe(holds[0]?.top);
    }
  }
  await sectors.nth(1).getByRole('heading').hover();
  await expect(fill(1)).toHaveCSS('fill-opacity', '0.16');
  await expect(fill(0)).toHaveCSS('fill-opacity', '0');

  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  await expect(sectors.locator('svg').first()).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)');
  await page.evaluate(() => (document.documentElement.dir = ''));
  await page.setViewportSize({ width: 390, height: 844 });
  for (const sector of await sectors.all()) {
    const hold = await boxOf(sector.locator('svg'));
    const title = await boxOf(sector.getByRole('heading'));
    expect(hold.right).toBeLessThan(title.left);
    expect(hold.top).toBeLessThan(title.bottom);
  }
});

test('after a success the hull is launched on a sheet across the panel', async ({ page, form }) => {
  await form.open();
  await form.submit();
  const sheet = form.outcome;
  const hull = sheet.locator('svg path').first();
  await expect(hull).toHaveCSS('animation-duration', '1.8s');
  await expect(sheet.getByText(titleBlock.drawing)).toBeVisible();
  const panel = await boxOf(page.locator('.form-panel'));
  expect(await boxOf(sheet)).toMatchObject({ left: panel.left, width: panel.width });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(hull).toHaveCSS('animation-name', 'none');

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(hull).toBeVisible();
  for (const path of await sheet.locator('path:not(.water)').all())
    await expect(path).toHaveCSS('stroke', 'rgb(0, 0, 0)');
  const colors = await sheet.evaluate((it) =>
    [it, ...it.querySelectorAll('*')].map((node) => getComputedStyle(node).color),
  );
  expect([...new Set(colors)]).toEqual(['rgb(0, 0, 0)']);
});

test('a native submission leads to the same sheet without script', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/contact?sent=${new Date().toISOString().slice(0, 16)}Z`);
  await expect(page.getByRole('group', { name: receivedMessage }).locator('svg')).toBeVisible();
  await expect(page.getByRole('group').getByText(titleBlock.drawing)).toBeVisible();
  await context.close();
});

/** Takes a picture of the whole page, without scrolling, and returns the part with this element. */
async function takePicture(page: Page, element: Locator) {
  const clip = await element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return { x: left, y: top + scrollY, width: Math.min(width, innerWidth - left), height };
  });
  return page.screenshot({ fullPage: true, clip });
}
