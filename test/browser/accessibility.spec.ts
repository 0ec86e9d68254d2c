import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { allPages, unknownPath } from './all-pages.ts';
import { breakDocument, breakPage } from './break-page.ts';
import { forgive } from './forgive.ts';
import { expect, test } from './site.ts';
import { menuButton, takeOver } from './take-over.ts';

const standards = [
  'wcag2a',
  'wcag2aa',
  'wcag21a',
  'wcag21aa',
  'wcag22a',
  'wcag22aa',
  'best-practice',
];

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

for (const path of [...allPages.map(({ path }) => path), unknownPath]) {
  test(`axe finds nothing on ${path}`, async ({ page, consoleMessages }) => {
    await page.goto(path);
    await expectNoViolationsOn(page, phone);
    await takeOver(page);
    await expectNoViolations(page);
    forgive(consoleMessages, /status of 404/);
  });

  test(`nothing on ${path} is wider than the screen`, async ({ page, consoleMessages }) => {
    await page.goto(path);
    for (const width of [320, 390, 768, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const content = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(content, `The page on a screen of ${width} pixels`).toBe(width);
    }
    forgive(consoleMessages, /status of 404/);
  });
}

test('axe finds nothing on the open menu', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/about');
  await menuButton(page).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expectNoViolationsOn(page, phone);
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'true');
  await expectNoViolationsOn(page, phone);
});

test('axe finds nothing on the other tabs', async ({ page }) => {
  await page.goto('/platform');
  await takeOver(page);
  for (const name of ['For Sponsors/GPs', 'For Ecosystem Partners']) {
    await page.getByRole('tab', { name }).click();
    await expectNoViolations(page);
  }
});

test('axe finds nothing on the error screens', async ({ page, consoleMessages }) => {
  await breakDocument(page, '/platform');
  await page.goto('/platform');
  await page.keyboard.press('Shift');
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expectNoViolations(page);

  await breakPage(page, '**/assets/about-*.js');
  await page.goto('/about');
  await page.keyboard.press('Shift');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expectNoViolations(page);
  forgive(consoleMessages, /JSON|broken on purpose/);
});

/** On a phone and on a desktop, in the light scheme and in the dark one. */
async function expectNoViolations(page: Page) {
  await expectNoViolationsOn(page, phone);
  await expectNoViolationsOn(page, desktop);
}

async function expectNoViolationsOn(page: Page, screen: typeof phone) {
  await page.setViewportSize(screen);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // The legacy mode can't look into frames of other sites, of which there are none. It is fast.
    const axe = new AxeBuilder({ page }).setLegacyMode().withTags(standards);
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    expect(found, `At ${screen.width} pixels, ${colorScheme}`).toEqual([]);
  }
}
