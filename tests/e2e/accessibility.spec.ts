import { allPages, unknownPath } from '../../tools/all-pages.ts';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import { expectNoViolations, phone } from './fixtures/axe.ts';
import { breakDocument, breakPage } from './fixtures/break-page.ts';
import { menuButton, hydrate } from './fixtures/hydrate.ts';
import { expect, test } from './fixtures/site.ts';

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

for (const path of [...allPages.map(({ path }) => path), unknownPath]) {
  test(`axe finds no violations on ${path}`, async ({ page, consoleMessages }) => {
    await page.goto(path);
    await expectNoViolations(page, [phone]);
    await hydrate(page);
    await expectNoViolations(page);
    allowConsoleError(consoleMessages, /status of 404/);
  });

  test(`${path} does not scroll horizontally`, async ({ page, consoleMessages }) => {
    await page.goto(path);
    for (const width of [320, 390, 768, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const content = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(content, `The page on a screen of ${width} pixels`).toBe(width);
    }
    allowConsoleError(consoleMessages, /status of 404/);
  });
}

test('axe finds no violations with the menu open', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/about');
  await menuButton(page).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expectNoViolations(page, [phone]);
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'true');
  await expectNoViolations(page, [phone]);
});

test('axe finds no violations on the other tabs', async ({ page }) => {
  await page.goto('/platform');
  await hydrate(page);
  for (const name of ['For Sponsors/GPs', 'For Ecosystem Partners']) {
    await page.getByRole('tab', { name }).click();
    await expectNoViolations(page);
  }
});

test('axe finds no violations on the error screens', async ({ page, consoleMessages }) => {
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
  allowConsoleError(consoleMessages, /JSON|broken on purpose/);
});
