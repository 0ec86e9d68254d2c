import { firm } from '../../src/content/firm.ts';
import { allPages } from '../../tools/all-pages.ts';
import { expect, test } from './fixtures/site.ts';

test('the header stays at the top of every page, in front of it', async ({ page }) => {
  for (const { path } of allPages) {
    await page.goto(path);
    await page.evaluate(() => scrollTo(0, 1200));
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const header = page.getByRole('banner');
      await expect(header.getByRole('link', { name: firm.name })).toBeInViewport({ ratio: 1 });
      await expect(header).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
      const isInFront = await header.evaluate((element) =>
        element.contains(document.elementFromPoint(innerWidth / 2, 30)),
      );
      expect(isInFront, `${path} at ${width} pixels`).toBe(true);
    }
  }
});

test('the focus ring of the header is within the screen, and the header scrolls away on a low screen', async ({
  page,
}) => {
  await page.goto('/about');
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const controls = page.getByRole('banner').locator('a:visible, button:visible');
    for (const control of await controls.all()) {
      await control.focus();
      const top = await control.evaluate((element) => {
        const { outlineWidth, outlineOffset } = getComputedStyle(element);
        return (
          element.getBoundingClientRect().top - parseFloat(outlineWidth) - parseFloat(outlineOffset)
        );
      });
      expect(top, `${await control.textContent()} at ${width} pixels`).toBeGreaterThanOrEqual(0);
    }
  }
  await page.setViewportSize({ width: 320, height: 256 }); // 400 % zoom
  await page.evaluate(() => scrollTo(0, 600));
  await expect(page.getByRole('banner')).not.toBeInViewport();
});

test('a link within a page does not scroll its target under the header', async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/platform#partners');
    const header = await page.getByRole('banner').boundingBox();
    const tabs = page.getByText('For Founders', { exact: true }).first();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
    expect((await tabs.boundingBox())?.y).toBeGreaterThan(header?.height ?? NaN);
  }
});
