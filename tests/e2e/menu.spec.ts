import type { Page } from '@playwright/test';
import { firm } from '../../src/content/firm.ts';
import { holdRequests } from './fixtures/hold-requests.ts';
import { hydrateScript, menuButton, hydrate } from './fixtures/hydrate.ts';
import { expect, test } from './fixtures/site.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test.use({ viewport: { width: 390, height: 844 } });

test.describe('before hydration, the menu', () => {
  test.beforeEach(async ({ page }) => {
    await holdRequests(page, hydrateScript);
    await page.goto('/');
  });

  test('opens and closes by its button', async ({ page }) => expectMenuToggles(page));

  test('closes with Escape', async ({ page }) => expectMenuClosesOnEscape(page));

  test('links to a page', async ({ page }) => expectMenuLinkNavigates(page));
});

test.describe('after hydration, the menu', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/');
    await hydrate(page);
  });

  test('opens and closes by its button', async ({ page }) => expectMenuToggles(page));

  test('closes with Escape, and focus returns to its button', async ({ page }) => {
    await expectMenuClosesOnEscape(page);
    await expect(menuButton(page)).toBeFocused();
  });

  test('links to a page in the same document and closes', async ({ page }) => {
    await page.evaluate(() => void (document.body.id = 'marked'));
    await expectMenuLinkNavigates(page);
    await expect(page.locator('body')).toHaveAttribute('id', 'marked');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('closes when the link of the current page is clicked', async ({ page }) => {
    await menuButton(page).click();
    await menu(page).getByRole('link', { name: 'Home' }).click();
    await expect(menu(page)).toBeHidden();
  });

  test('has a button with its state in aria-expanded', async ({ page }) => {
    await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false');
    await menuButton(page).click();
    await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false');
  });

  test('gets the focus by Tab, and closes when focus leaves it', async ({ page }) => {
    await menuButton(page).focus();
    await page.keyboard.press('Enter');
    for (const name of ['Home', 'About', 'Platform', 'Ecosystems', 'Contact', firm.email]) {
      await page.keyboard.press('Tab');
      await expect(menu(page).getByRole('link', { name })).toBeFocused();
    }
    await page.keyboard.press('Tab');
    await expect(menu(page)).toBeHidden();
    await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();

    await menuButton(page).click();
    await page.getByRole('contentinfo').getByRole('link').first().focus();
    await expect(menu(page)).toBeHidden();
  });

  test('opens from the middle of a page and keeps the scroll position', async ({ page }) => {
    await page.evaluate(() => scrollTo(0, 900));
    const before = await page.evaluate(() => scrollY);
    await menuButton(page).click();
    await expect(menu(page).getByRole('link', { name: 'About' })).toBeInViewport();
    await expect(menuButton(page)).toBeInViewport();
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => scrollY)).toBe(before);
  });

  test('becomes a row of links when the window grows to 768 pixels', async ({ page }) => {
    await page.setViewportSize({ width: 767, height: 844 });
    await menuButton(page).click();
    await expect(menu(page)).toBeVisible();

    await page.setViewportSize({ width: 768, height: 844 });
    await expect(menuButton(page)).toBeHidden();
    await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(menu(page).getByRole('link')).toHaveCount(5);
    const { scrollable, rows } = await page.evaluate(() => ({
      scrollable: getComputedStyle(document.body).overflowY !== 'hidden',
      rows: new Set(
        [...document.querySelectorAll('#menu li')].map((li) => {
          const { y, height } = li.getBoundingClientRect();
          return y + height / 2;
        }),
      ).size,
    }));
    expect(scrollable).toBe(true);
    expect(rows).toBe(1);
  });
});

test.describe('without JavaScript, the menu', () => {
  test.use({ javaScriptEnabled: false });

  test.beforeEach(async ({ page }) => {
    await page.goto('/');
  });

  test('opens and closes by its button', async ({ page }) => expectMenuToggles(page));

  test('closes with Escape', async ({ page }) => expectMenuClosesOnEscape(page));

  test('links to a page', async ({ page }) => expectMenuLinkNavigates(page));
});

test('hydration keeps an open menu open', async ({ page }) => {
  const release = await holdRequests(page, hydrateScript);
  await page.goto('/');
  await menuButton(page).click();
  await expect(menu(page)).toBeVisible();
  await expect(menuButton(page)).not.toHaveAttribute('aria-expanded');

  release();
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(menu(page)).toBeVisible();
  await menuButton(page).click();
  await expect(menu(page)).toBeHidden();
});

test('hydration closes a menu that focus has left', async ({ page }) => {
  const release = await holdRequests(page, hydrateScript);
  await page.goto('/');
  await menuButton(page).click();
  await page.getByRole('main').getByRole('link').first().focus();
  await expect(menu(page)).toBeVisible();
  release();
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(menu(page)).toBeHidden();
});

test('from 768 pixels, the header shows links and no menu button', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/');
  await expect(menuButton(page)).toBeHidden();
  await expect(menu(page).getByRole('link')).toHaveText([
    'Home',
    'About',
    'Platform',
    'Ecosystems',
    'Contact',
  ]);
  await expect(menu(page)).toBeVisible();
});

async function expectMenuToggles(page: Page) {
  await expect(menu(page)).toBeHidden();
  await menuButton(page).click();
  await expect(menu(page).getByRole('listitem').getByRole('link')).toHaveCount(5);
  await expect(menu(page)).toBeVisible();
  await menuButton(page).click();
  await expect(menu(page)).toBeHidden();
  await menuButton(page).click();
  await expect(menu(page)).toBeVisible();
}

async function expectMenuClosesOnEscape(page: Page) {
  await menuButton(page).click();
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
}

async function expectMenuLinkNavigates(page: Page) {
  await menuButton(page).click();
  await menu(page).getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who We Are');
  await expect(menu(page)).toBeHidden();
}
