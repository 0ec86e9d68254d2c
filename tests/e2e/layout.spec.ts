import type { Locator, Page } from '@playwright/test';
import { submitButton } from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const caution = (page: Page) => page.locator('form').getByText('Please send nothing confidential.');

for (const [width, height] of [
  [1280, 784],
  [1440, 900],
  [2000, 960],
  [2560, 1000],
] as const) {
  test(`the contact details stay in view beside the form at ${width} x ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/contact');
    await expect(page.locator('html.fonts-loaded')).toBeAttached();
    const details = page.getByRole('complementary');
    await scrollTo(submitButton(page), 'end');
    const { top, bottom } = await boxOf(details);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeGreaterThanOrEqual((await boxOf(page.getByRole('banner'))).bottom);
    expect(bottom).toBeLessThanOrEqual(height);

    const footer = page.getByRole('contentinfo');
    await scrollTo(footer, 'end');
    expect((await boxOf(details)).bottom).toBeLessThanOrEqual((await boxOf(footer)).top);
  });
}

test('the contact details scroll with the page where they do not fit', async ({ page }) => {
  for (const [width, height] of [
    [1440, 700],
    [1024, 900],
    [2560, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/contact');
    await expect(page.locator('html.fonts-loaded')).toBeAttached();
    await scrollTo(submitButton(page), 'end');
    const form = await boxOf(page.locator('.form-panel'));
    const details = await boxOf(page.getByRole('complementary'));
    expect(details.top - form.top, `At ${width} x ${height}`).toBeLessThan(150);
  }
});

test('the caution follows the submit button, beside it or on a phone below it', async ({
  page,
}) => {
  await page.goto('/contact');
  await page.setViewportSize({ width: 1024, height: 800 });
  const wide = { button: await boxOf(submitButton(page)), text: await boxOf(caution(page)) };
  expect(wide.text.left).toBeGreaterThan(wide.button.right);
  expect(wide.text.top).toBeLessThan(wide.button.bottom);
  await page.setViewportSize({ width: 320, height: 800 });
  const narrow = { button: await boxOf(submitButton(page)), text: await boxOf(caution(page)) };
  expect(narrow.text.top).toBeGreaterThan(narrow.button.bottom);
});

test('the three pillars of Home start at one height', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  const titles = page.locator('section', { hasText: 'Our Strategic Lens' }).locator('h3');
  const tops = await Promise.all(
    (await titles.all()).map(async (title) => (await boxOf(title)).top),
  );
  expect(tops).toHaveLength(3);
  expect(new Set(tops).size).toBe(1);
});

test('the capabilities of the platform are a list below 1280 pixels, then columns', async ({
  page,
}) => {
  await page.goto('/platform');
  const first = page.getByRole('heading', { name: 'Capital Structuring' });
  const second = page.getByRole('heading', { name: 'Operational Infrastructure' });
  await page.setViewportSize({ width: 1279, height: 800 });
  expect((await boxOf(second)).left).toBe((await boxOf(first)).left);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect((await boxOf(second)).top).toBe((await boxOf(first)).top);
});

const boxOf = (element: Locator) =>
  element.evaluate((node) => node.getBoundingClientRect().toJSON() as DOMRect);

const scrollTo = (element: Locator, block: ScrollLogicalPosition) =>
  element.evaluate((node, block) => node.scrollIntoView({ block, behavior: 'instant' }), block);
