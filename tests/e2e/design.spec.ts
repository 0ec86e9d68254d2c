import { allPages, unknownPath, waitForFonts } from '../../tools/all-pages.ts';
import {
  failureMessage,
  interceptSubmissions,
  respondUnavailable,
  submitUntilFailure,
  toast,
} from './fixtures/inquiry-form.ts';
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

test('the drawing of the not-found page ends where its text and its links end', async ({
  page,
}) => {
  await page.goto(unknownPath);
  for (const width of [390, 1024, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const main = page.getByRole('main');
    const drawing = await main.locator('path').boundingBox();
    const text = await main.getByRole('heading').boundingBox();
    const links = await main.getByRole('navigation').boundingBox();
    if (!drawing || !text || !links) throw new Error('Nothing is drawn');
    expect(Math.abs(drawing.x - text.x), `At ${width} pixels`).toBeLessThan(3);
    const edges = [drawing, links].map((box) => box.x + box.width);
    expect(Math.abs(Number(edges[0]) - Number(edges[1])), `At ${width} pixels`).toBeLessThan(3);
  }
});

test('the footer has two rows of two columns at 768 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/about');
  const columns = page.getByRole('contentinfo').locator('.grid > *');
  const places = await columns.evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y } = element.getBoundingClientRect();
      return { x, y };
    }),
  );
  const [first, second, third, fourth] = places;
  expect([second?.y, fourth?.y]).toEqual([first?.y, third?.y]);
  expect([third?.x, fourth?.x]).toEqual([first?.x, second?.x]);
});

test('the failure toast has another surface than the page and its footer', async ({ page }) => {
  await interceptSubmissions(page, respondUnavailable);
  await submitUntilFailure(page);
  const message = toast(page, failureMessage);
  await expect(message).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const [surface, ...others] = await page.evaluate(() =>
      ['[data-sonner-toast]', 'footer', '.contact', '.panel'].map((selector) => {
        const element = document.querySelector(selector);
        return element && getComputedStyle(element).backgroundColor;
      }),
    );
    expect(others).toHaveLength(3);
    expect(others, colorScheme).not.toContain(surface);
  }
});
