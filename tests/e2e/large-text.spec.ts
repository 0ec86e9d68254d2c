import config from '../../playwright.config.ts';
import { allPages } from '../fixtures/all-pages.ts';
import { mainLink, menuButton } from './fixtures/page.ts';
import { expect, test } from './fixtures/site.ts';

// As in the browser's settings, which the style sheet's breakpoints follow.
const args = ['--blink-settings=defaultFontSize=32'];
test.use({ launchOptions: { ...config.use?.launchOptions, args } });

test('with large text, all links of the header are on the screen', async ({ page }) => {
  await page.goto('/about');
  await expect(page.locator('html')).toHaveCSS('font-size', '32px');
  for (const width of [768, 860, 948, 1280, 1600]) {
    await page.setViewportSize({ width, height: 1000 });
    if (await menuButton(page).isVisible()) await menuButton(page).click();
    for (const { path } of allPages) {
      // A menu of many pages scrolls.
      await mainLink(page, path).scrollIntoViewIfNeeded();
      await expect(mainLink(page, path), `${width} px`).toBeInViewport({ ratio: 1 });
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.keyboard.press('Escape');
  }
});
