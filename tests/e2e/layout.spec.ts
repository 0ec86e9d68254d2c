import type { Locator } from '@playwright/test';
import { labels } from '../../src/content/fields.ts';
import { firm } from '../../src/content/firm.ts';
import { boxOf } from './fixtures/page.ts';
import { expect, test } from './fixtures/site.ts';

test('the contact details stay in view where they fit', async ({ page, form }) => {
  await page.goto('/contact');
  await expect(page.locator('html.fonts-loaded')).toBeAttached();
  const [details, footer] = [page.getByRole('complementary'), page.getByRole('contentinfo')];
  for (const [width, minHeight] of [
    [1280, 896],
    [1440, 900],
    [2000, 1056],
    [2560, 1100],
  ] as const) {
    await page.setViewportSize({ width, height: minHeight });
    // Another font or a longer address needs more.
    const needed = (await boxOf(page.getByRole('banner'))).height + (await boxOf(details)).height;
    const height = Math.max(minHeight, Math.ceil(needed));
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
    [1440, 800],
    [1024, 900],
    [2560, 960],
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
  const noObligation = form.root.getByText(firm.noObligation);
  await page.setViewportSize({ width: 1024, height: 800 });
  const wide = { button: await boxOf(form.submitButton), text: await boxOf(noObligation) };
  expect(wide.text.left).toBeGreaterThan(wide.button.right);
  expect(wide.text.top).toBeLessThan(wide.button.bottom);
  await page.setViewportSize({ width: 320, height: 800 });
  const narrow = { button: await boxOf(form.submitButton), text: await boxOf(noObligation) };
  expect(narrow.text.top).toBeGreaterThan(narrow.button.bottom);
});

test('a help button keeps its size beside a label that fills its line', async ({ page, form }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await form.open();
  const { companySize: label } = labels;
  const help = form.helpButton('companySize');
  const { width, height } = await boxOf(help);
  await form.root.locator('label', { hasText: label }).evaluate((element, label) => {
    element.textContent = `${label} `.repeat(30);
  }, label);
  expect(await boxOf(help)).toMatchObject({ width, height });
});

const scrollTo = (element: Locator, block: ScrollLogicalPosition) =>
  element.evaluate((node, block) => node.scrollIntoView({ block, behavior: 'instant' }), block);
