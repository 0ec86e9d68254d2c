import type { Page } from '@playwright/test';
import { firm } from '../../src/content/firm.ts';
import { allPages } from '../../tools/all-pages.ts';
import { hydrate } from './fixtures/hydrate.ts';
import { expect, test } from './fixtures/site.ts';

test.beforeEach(({ page }) => page.emulateMedia({ media: 'print', colorScheme: 'dark' }));

test('every page prints firm, text and disclaimer in black, without controls or images', async ({
  page,
}) => {
  for (const { path } of allPages) {
    await page.goto(path);
    await expect(page.getByRole('banner').getByText(firm.name)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(firm.disclaimer)).toBeVisible();
    await expect(
      page.locator('nav, form, .button, main svg, img').filter({ visible: true }),
    ).toHaveCount(0);
    expect(await measureSpaceAboveHeading(page), path).toBeGreaterThan(12);
    const colors = await page.evaluate(() => {
      const texts = [...document.querySelectorAll('body *')].filter((element) =>
        element.checkVisibility(),
      );
      return [...new Set(texts.map((element) => getComputedStyle(element).color))];
    });
    expect(colors, path).toEqual(['rgb(0, 0, 0)']);
  }
});

test('Contact prints the contact information on A4, the e-mail address on one line, without the form', async ({
  page,
}) => {
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.goto('/contact');
  await hydrate(page);
  const email = page.getByRole('complementary').getByRole('link', { name: firm.email });
  await expect(email).toBeVisible();
  await expect(page.getByRole('complementary').getByText(firm.address.street)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Connect With Us' })).toBeHidden();
  const lines = await email.evaluate((link) => {
    const range = document.createRange();
    range.selectNodeContents(link);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
});

/** Measures from the header's lower edge to the heading's text, which can exceed its line box. */
const measureSpaceAboveHeading = (page: Page) =>
  page.evaluate(() => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector('h1') as Node);
    const line = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    return range.getBoundingClientRect().top - line;
  });
