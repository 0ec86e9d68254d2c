import { allPages, waitForFonts } from '../../tools/all-pages.ts';
import { expect, test } from './fixtures/site.ts';

for (const { path } of allPages) {
  test(`every h2 of ${path} is larger than every h3, and its dark scheme is as long, on dark surfaces`, async ({
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
    const dark = [
      'rgb(11, 29, 25)',
      'rgb(15, 38, 33)',
      'rgb(18, 51, 44)',
      'rgb(30, 63, 54)',
      'rgb(27, 68, 58)',
    ];
    const used = new Set(colors.filter((color) => color !== 'rgba(0, 0, 0, 0)'));
    expect(dark).toEqual(expect.arrayContaining([...used]));
    expect(used.size).toBeGreaterThan(2);
    const [above, last] = await page
      .locator('main section')
      .evaluateAll((sections) =>
        sections.slice(-2).map((section) => getComputedStyle(section).backgroundColor),
      );
    expect(last).not.toBe(above);
  });
}

test('accent lines of heroes are drawn once, drawings as they are scrolled to, neither with reduced motion', async ({
  page,
}) => {
  const animations = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .map(({ timeline }) => timeline?.constructor.name)
        .sort(),
    );
  for (const { path } of allPages) {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(path);
    expect(await animations(), path).toContain(
      path === '/contact' ? 'DocumentTimeline' : 'ViewTimeline',
    );
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await animations(), path).toEqual([]);
  }
});
