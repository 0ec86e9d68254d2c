import config from '../../playwright.config.ts';
import { allPages } from '../../tools/all-pages.ts';
import { menuButton } from './fixtures/locators.ts';
import { expect, test } from './fixtures/site.ts';

// As in the browser's settings, which the style sheet's breakpoints follow.
const args = ['--blink-settings=defaultFontSize=32'];
test.use({ launchOptions: { ...config.use?.launchOptions, args } });

for (const width of [768, 860, 948, 1280, 1600]) {
  test(`all links of the header are on a screen of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 1000 });
    await page.goto('/about');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
      '32px',
    );
    if (await menuButton(page).isVisible()) await menuButton(page).click();
    const links = page.getByRole('navigation', { name: 'Main' });
    for (const { name } of allPages)
      await expect(links.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
}
