import type { Locator, Page } from '@playwright/test';
import { firm } from '../../src/content/firm.ts';
import { unknownPath } from '../../tools/all-pages.ts';
import { submitButton } from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const noObligation = (page: Page) => page.locator('form').getByText(firm.noObligation);

test('the contact details stay in view beside the form where they fit, else scroll with the page', async ({
  page,
}) => {
  await page.goto('/contact');
  await expect(page.locator('html.fonts-loaded')).toBeAttached();
  const [details, footer] = [page.getByRole('complementary'), page.getByRole('contentinfo')];
  for (const [width, height] of [
    [1280, 784],
    [1440, 900],
    [2000, 960],
    [2560, 1000],
  ] as const) {
    const context = `At ${width} x ${height}`;
    await page.setViewportSize({ width, height });
    await scrollTo(submitButton(page), 'end');
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
    await scrollTo(submitButton(page), 'end');
    const form = await boxOf(page.locator('.form-panel'));
    const { top } = await boxOf(details);
    expect(top - form.top, `At ${width} x ${height}`).toBeLessThan(150);
  }
});

test('“no obligation” follows the submit button, beside it or on a phone below it', async ({
  page,
}) => {
  await page.goto('/contact');
  await page.setViewportSize({ width: 1024, height: 800 });
  const wide = { button: await boxOf(submitButton(page)), text: await boxOf(noObligation(page)) };
  expect(wide.text.left).toBeGreaterThan(wide.button.right);
  expect(wide.text.top).toBeLessThan(wide.button.bottom);
  await page.setViewportSize({ width: 320, height: 800 });
  const narrow = { button: await boxOf(submitButton(page)), text: await boxOf(noObligation(page)) };
  expect(narrow.text.top).toBeGreaterThan(narrow.button.bottom);
});

test('the three questions of Home are beside their titles, on a phone below them', async ({
  page,
}) => {
  await page.goto('/');
  const rows = page.locator('section', { hasText: 'Our Strategic Lens' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  for (const row of await rows.all()) {
    const [title, question] = [row.getByRole('heading'), row.getByRole('paragraph').first()];
    await page.setViewportSize({ width: 1440, height: 900 });
    expect((await boxOf(question)).left).toBeGreaterThan((await boxOf(title)).right);
    await page.setViewportSize({ width: 390, height: 844 });
    expect((await boxOf(question)).top).toBeGreaterThan((await boxOf(title)).bottom);
  }
});

test('the text of a capability is beside its title and its drawing, on a phone below the title', async ({
  page,
}) => {
  await page.goto('/platform');
  const rows = page.locator('section', { hasText: 'What We Enable' }).getByRole('listitem');
  await expect(rows).toHaveCount(5);
  for (const row of await rows.all()) {
    const [title, text] = [row.getByRole('heading'), row.getByRole('paragraph')];
    const drawing = row.locator('svg');
    await page.setViewportSize({ width: 768, height: 900 });
    expect((await boxOf(text)).left).toBeGreaterThan((await boxOf(title)).right);
    expect((await boxOf(drawing)).left).toBeGreaterThan((await boxOf(text)).right);
    await page.setViewportSize({ width: 390, height: 844 });
    expect((await boxOf(text)).top).toBeGreaterThan((await boxOf(title)).bottom);
    expect((await boxOf(text)).left).toBeGreaterThan((await boxOf(drawing)).right);
  }
});

test('the drawing of the not-found page is below its links, from edge to edge', async ({
  page,
}) => {
  await page.goto(unknownPath);
  const main = page.getByRole('main');
  for (const width of [390, 1024, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const drawing = await boxOf(main.locator('path'));
    const links = await boxOf(main.getByRole('navigation'));
    expect(drawing.top, `At ${width} pixels`).toBeGreaterThan(links.bottom);
    expect(Math.abs(drawing.left), `At ${width} pixels`).toBeLessThan(3);
    expect(Math.abs(drawing.right - width), `At ${width} pixels`).toBeLessThan(3);
  }
});

test('the footer has one row above the legal text at 768 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/about');
  const columns = await page.getByRole('contentinfo').locator('.grid > *').all();
  const [first, second, third, fourth] = await Promise.all(columns.map(boxOf));
  expect([second?.top, third?.top]).toEqual([first?.top, first?.top]);
  expect(fourth?.top).toBeGreaterThan(Number(second?.bottom));
  expect(fourth?.left).toBe(first?.left);
});

const boxOf = (element: Locator) =>
  element.evaluate((node) => node.getBoundingClientRect().toJSON() as DOMRect);

const scrollTo = (element: Locator, block: ScrollLogicalPosition) =>
  element.evaluate((node, block) => node.scrollIntoView({ block, behavior: 'instant' }), block);
