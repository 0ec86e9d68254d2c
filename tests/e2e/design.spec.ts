import { allPages, waitForFonts } from '../../tools/all-pages.ts';
import { expect, test } from './fixtures/site.ts';

for (const { path } of allPages) {
  test(`every h2 of ${path} is larger than every h3, and its dark scheme is as long, on two surfaces without brass`, async ({
    page,
  }) => {
    await page.goto(path);
    await waitForFonts(page);
    for (const width of [320, 768, 1440, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      const [h2 = [], h3 = []] = await page
        .getByRole('main')
        .evaluate((main) =>
          ['h2', 'h3'].map((level) =>
            [...main.querySelectorAll(level)].map((heading) =>
              Number.parseFloat(getComputedStyle(heading).fontSize),
            ),
          ),
        );
      expect(Math.min(...h2), `At ${width} pixels`).toBeGreaterThan(Math.max(0, ...h3));
    }

    const light = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(light);
    const colors = await page
      .locator('header, section, section li, .panel, footer')
      .evaluateAll((elements) =>
        elements.map((element) => getComputedStyle(element).backgroundColor),
      );
    const [ink, deep, transparent] = ['rgb(11, 29, 25)', 'rgb(18, 51, 44)', 'rgba(0, 0, 0, 0)'];
    const others = colors.filter((color) => ![ink, deep, transparent].includes(color));
    expect(others).toEqual([]);
  });
}
