import type { Page } from '@playwright/test';
import { about } from '../../src/content/about.ts';
import { firm } from '../../src/content/firm.ts';
import { measureHeader } from '../../tools/measure-header.ts';
import { allPages } from '../fixtures/all-pages.ts';
import {
  boxOf,
  heading,
  holdHydration,
  holdRequests,
  mainLink,
  mainNavigation,
  menuButton,
  openHydrated,
  scrollTop,
  waitForHydration,
} from './fixtures/page.ts';
import { expect, test } from './fixtures/site.ts';

const menu = (page: Page) => mainNavigation(page);
const firstLink = (page: Page) => page.getByRole('main').getByRole('link').first();
/** In pixels: from it on, the links are a row. */
const rowWidth = measureHeader() * 16;
const pageNames: string[] = allPages.map(({ name }) => name);

test.use({
  viewport: { width: 390, height: 500 },
  contextOptions: { reducedMotion: 'no-preference' },
});

/** Opens and closes the menu by its button and Escape, and follows one of its links. */
async function expectMenuWorks(page: Page) {
  await expect(menu(page)).toBeHidden();
  for (const [way, close] of Object.entries({
    'its button': () => menuButton(page).click(),
    Escape: () => page.keyboard.press('Escape'),
  })) {
    await menuButton(page).click();
    await expect(menu(page).getByRole('link')).toHaveText([...pageNames, firm.email]);
    await expect(menu(page)).toBeVisible();
    await close();
    await expect(menu(page), `Closed by ${way}`).toBeHidden();
  }
  await menuButton(page).click();
  await mainLink(page, '/about').click();
  await expect(page).toHaveURL('/about');
  await expect(heading(page)).toHaveText(about.who.title);
  await expect(menu(page)).toBeHidden();
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the menu works, and stays below the header of a turned phone', async ({ page }) => {
    await page.goto('/');
    await menuButton(page).click();
    await page.setViewportSize({ width: Math.max(844, rowWidth), height: 390 });
    const header = await boxOf(page.getByRole('banner'));
    const top = async () => (await boxOf(mainLink(page, '/about'))).top;
    expect(await top()).toBeGreaterThanOrEqual(header.height);
    await page.keyboard.press('Escape');
    expect(await top()).toBeLessThan(header.height);
    await page.setViewportSize({ width: 390, height: 500 });
    await expectMenuWorks(page);
  });
});

test('the menu opens, closes and links to a page in the same document', async ({ page }) => {
  await openHydrated(page, '/');
  await page.evaluate(() => void (document.body.id = 'marked'));
  await expectMenuWorks(page);
  await expect(page.locator('body')).toHaveAttribute('id', 'marked');
  await expect(heading(page)).toBeFocused();

  // The link of the current page.
  await menuButton(page).click();
  await mainLink(page, '/about').click();
  await expect(menu(page)).toBeHidden();

  // Before the page arrives.
  const release = await holdRequests(page, '**/assets/platform-*.js');
  await menuButton(page).click();
  await mainLink(page, '/platform').click();
  await expect(menu(page)).toBeHidden();
  release();
  await expect(heading(page)).toHaveText(firm.platform);
});

test('the menu is used by keyboard, and closes when focus leaves it', async ({ page }) => {
  await openHydrated(page, '/');
  await menuButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menuButton(page)).toBeFocused();
  await expect(menu(page)).toBeHidden();

  await page.keyboard.press('Enter');
  for (const name of [...pageNames, firm.email]) {
    await page.keyboard.press('Tab');
    const link = menu(page).getByRole('link', { name, exact: true });
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport({ ratio: 1 });
  }
  await expect(page.locator(':focus')).toHaveAttribute('href', `mailto:${firm.email}`);
  await page.keyboard.press('Tab');
  await expect(menu(page)).toBeHidden();
  await expect(firstLink(page)).toBeFocused();

  await menuButton(page).click();
  await page.getByRole('contentinfo').getByRole('link').first().focus();
  await expect(menu(page)).toBeHidden();
});

test('the menu keeps the scroll position, and is a row of links where they fit', async ({
  page,
}) => {
  await openHydrated(page, '/');
  await page.evaluate(() => scrollTo(0, 900));
  const before = await scrollTop(page);
  await menuButton(page).click();
  await expect(mainLink(page, '/about')).toBeInViewport();
  await expect(menuButton(page)).toBeInViewport();
  await page.keyboard.press('Escape');
  expect(await scrollTop(page)).toBe(before);

  await page.setViewportSize({ width: 667, height: 375 }); // A phone that is held sideways.
  await menuButton(page).click();
  for (const { path } of allPages) await expect(mainLink(page, path)).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: rowWidth - 1, height: 844 });
  await expect(menu(page)).toBeVisible();

  await page.setViewportSize({ width: rowWidth, height: 844 });
  await expect(menuButton(page)).toBeHidden();
  await expect(page.locator('#menu:popover-open')).toHaveCount(0);
  await expect(menu(page).getByRole('link')).toHaveText(pageNames);
  await expect(page.locator('body')).not.toHaveCSS('overflow-y', 'hidden');
  const middles = await page.locator('#menu li').evaluateAll((items) =>
    items.map((item) => {
      const { top, bottom } = item.getBoundingClientRect();
      return top + bottom;
    }),
  );
  expect(new Set(middles).size).toBe(1);
});

test('hydration keeps an open menu open, but closes one that focus has left', async ({ page }) => {
  const release = await holdHydration(page);
  await page.goto('/');
  await menuButton(page).click();
  await expect(menu(page)).toBeVisible();
  release();
  await waitForHydration(page);
  await expect(menu(page)).toBeVisible();
  await menuButton(page).click();
  await expect(menu(page)).toBeHidden();

  const releaseAgain = await holdHydration(page);
  await page.goto('/');
  await menuButton(page).click();
  await firstLink(page).focus();
  await expect(menu(page)).toBeVisible();
  releaseAgain();
  await expect(menu(page)).toBeHidden();
});
