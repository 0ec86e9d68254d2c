import type { Locator } from '@playwright/test';
import { firm } from '../../src/content/firm.ts';
import { expect, test } from './fixtures/site.ts';

test('the contact details stay in view where they fit', async ({ page, form }) => {
  await page.goto('/contact');
  await expect(page.locator('html.fonts-loaded')).toBeAttached();
  const [details, footer] = [page.getByRole('complementary'), page.getByRole('contentinfo')];
  for (const [width, height] of [
    [1280, 784],
    [1440, 900],
    [2000, 928],
    [2560, 1100],
  ] as const) {
    const context = `At ${width} x ${height}`;
    await page.setViewportSize({ width, height });
    await scrollTo(form.submitButton, 'end');
    const { top, bottom } = await boxOf(details);
    expect(top, context).toBeGreaterThanOrEqual(0);
    expect(top, context).toBeGreaterThanOrEqual((await boxOf(page.getByRole('banner'))).bottom);
    expect(bottom, context).toBeLessThanOrEqual(height);
    await scrollTo(footer, 'end');
    expect((await boxOf(details)).bottom, context).toBeLessThanOrEqual((await boxOf(footer)).top);
  }
  for (const [width, height] of [
    [1440, 700],
    [1024, 900],
    [2560, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await scrollTo(form.submitButton, 'end');
    const panel = await boxOf(page.locator('.form-panel'));
    const { top } = await boxOf(details);
    expect(top - panel.top, `At ${width} x ${height}`).toBeLessThan(150);
  }
});

test('“no obligation” follows the submit button', async ({ page, form }) => {
  await page.goto('/contact');
  for (const [width, side] of [
    [1024, 'beside'],
    [320, 'below'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const button = await boxOf(form.submitButton);
    const { left, top } = await boxOf(form.root.getByText(firm.noObligation));
    const isBeside = left > button.right && top < button.bottom;
    expect(isBeside ? 'beside' : top > button.bottom && 'below', `${width} px`).toBe(side);
  }
});

const boxOf = (element: Locator) =>
  element.evaluate((node) => node.getBoundingClientRect().toJSON() as DOMRect);

const scrollTo = (element: Locator, block: ScrollLogicalPosition) =>
  element.evaluate((node, block) => node.scrollIntoView({ block, behavior: 'instant' }), block);
