import type { Locator, Page } from '@playwright/test';
import { platform } from '../../src/content/platform.ts';
import { holdHydration, hydrate, openHydrated } from './fixtures/hydrate.ts';
import { heading } from './fixtures/locators.ts';
import { expect, test } from './fixtures/site.ts';

const [founders = '', sponsors = '', partners = ''] = platform.value.audiences.map(
  ({ label }) => label,
);

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const selectedTab = (page: Page) => page.getByRole('tab', { selected: true });
const panel = (page: Page) => page.getByRole('tabpanel');
const hash = (page: Page) => new URL(page.url()).hash;

const panelText = (audience: string) =>
  platform.value.audiences.find(({ id }) => id === audience)?.promise ?? '';

async function expectOnlyPanel(page: Page, audience: string) {
  for (const { id, promise } of platform.value.audiences) {
    await expect(page.getByText(promise)).toBeVisible({ visible: id === audience });
  }
}

test.describe('after hydration, the tabs', () => {
  test.beforeEach(async ({ page }) => {
    await openHydrated(page, '/platform');
  });

  test('start with the founders, and are selected by a click', async ({ page }) => {
    await expect(page.getByRole('tablist', { name: platform.value.title })).toBeVisible();
    await expect(page.getByRole('tab')).toHaveText([founders, sponsors, partners]);
    await expect(selectedTab(page)).toHaveText(founders);
    await expect(panel(page)).toHaveAccessibleName(founders);
    await expectOnlyPanel(page, 'founders');

    await tab(page, sponsors).evaluate((element) => element.scrollIntoView());
    const before = await page.evaluate(() => [scrollY, history.length]);
    await tab(page, sponsors).click();

    await expect(selectedTab(page)).toHaveText(sponsors);
    await expect(panel(page)).toHaveAccessibleName(sponsors);
    await expectOnlyPanel(page, 'sponsors');
    expect(hash(page)).toBe('#sponsors');
    expect(await page.evaluate(() => [scrollY, history.length])).toEqual(before);

    // The page's link resets them.
    await page.getByRole('banner').getByRole('link', { name: 'Platform' }).click();
    expect(hash(page)).toBe('');
    await expectOnlyPanel(page, 'founders');
  });

  test('are one tab stop, and selected by arrow keys, Home and End', async ({ page }) => {
    await tab(page, founders).focus();
    await page.keyboard.press('Tab');
    await expect(panel(page)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(tab(page, founders)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(page.locator('[role=tab]:focus')).toHaveCount(0);

    await tab(page, partners).click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(tab(page, partners)).toBeFocused();

    await tab(page, founders).click();
    const steps = [
      ['ArrowRight', sponsors],
      ['ArrowRight', partners],
      ['ArrowRight', founders],
      ['ArrowLeft', partners],
      ['Home', founders],
      ['End', partners],
    ] as const;
    for (const [key, name] of steps) {
      await page.keyboard.press(key);
      await expect(tab(page, name)).toBeFocused();
      await expect(selectedTab(page)).toHaveText(name);
    }
    // A shortcut of the browser, such as Forward.
    await page.keyboard.press('Alt+ArrowRight');
    await expectOnlyPanel(page, 'partners');
    expect(hash(page)).toBe('#partners');
  });

  test('are scrolled into view on a phone when selected', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await tab(page, founders).focus();
    await page.keyboard.press('End');
    await expect(tab(page, partners)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Home');
    await expect(tab(page, founders)).toBeInViewport({ ratio: 1 });
  });

  test('keep their selection and position after a visit to another page', async ({ page }) => {
    // Platform is reached by a link.
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Platform' }).click();
    await expect(heading(page)).toBeFocused();
    await tab(page, partners).click();
    const position = await page.evaluate(() => scrollY);
    expect(position).toBeGreaterThan(500);
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveURL('/about');
    await page.goBack();
    await expect(page).toHaveURL('/platform#partners');
    await expectOnlyPanel(page, 'partners');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);
    await expect(heading(page)).not.toBeFocused();
    await page.goBack();
    await page.goForward();
    await expectOnlyPanel(page, 'partners');
  });
});

test('hydration keeps the selected tab, and Ctrl+click a new one', async ({ page, context }) => {
  const release = await holdHydration(page);
  await page.goto('/platform');
  await expectOnlyPanel(page, 'founders');
  await ctrlClick(page.getByRole('link', { name: sponsors }));
  await page.getByRole('link', { name: partners }).click();
  await expectOnlyPanel(page, 'partners');
  const before = await page.evaluate(() => scrollY);

  release();
  await hydrate(page);
  await expect(selectedTab(page)).toHaveText(partners);
  await expectOnlyPanel(page, 'partners');
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await ctrlClick(tab(page, sponsors));
  await expectOnlyPanel(page, 'partners');

  async function ctrlClick(target: Locator) {
    const opened = context.waitForEvent('page');
    const href = await target.getAttribute('href');
    await target.click({ modifiers: ['ControlOrMeta'] });
    const copy = await opened;
    await expect(copy).toHaveURL(`/platform${href}`);
    await copy.close();
  }
});

test('a link to a tab, Back and Forward select it; print has all', async ({ page }) => {
  const release = await holdHydration(page);
  await page.goto('/platform');
  await expectOnlyPanel(page, 'founders');
  await page.goto('/platform#sponsors');
  await expectOnlyPanel(page, 'sponsors');
  await expect(page.getByText(panelText('sponsors'))).toBeInViewport();
  await expectAllPrinted(page);
  const before = await page.evaluate(() => scrollY);
  release();
  await hydrate(page);
  await expect(selectedTab(page)).toHaveText(sponsors);
  await expectOnlyPanel(page, 'sponsors');
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await expectAllPrinted(page);

  await page.goBack();
  await expect(selectedTab(page)).toHaveText(founders);
  await expectOnlyPanel(page, 'founders');
  await page.goForward();
  await expect(selectedTab(page)).toHaveText(sponsors);
  await expectOnlyPanel(page, 'sponsors');

  // Another anchor keeps the tab, and selects the first one in a new document.
  await page.goto('/platform#main');
  await expectOnlyPanel(page, 'sponsors');
  await page.reload();
  await hydrate(page);
  await expectOnlyPanel(page, 'founders');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('all panels are visible, and a link leads to each', async ({ page }) => {
    await page.goto('/platform');
    await expectAllPanels(page);
    await page.getByRole('link', { name: partners }).click();
    expect(hash(page)).toBe('#partners');
    await expect(page.getByText(panelText('partners'))).toBeInViewport();
    await expectAllPanels(page);
  });
});

async function expectAllPrinted(page: Page) {
  await page.emulateMedia({ media: 'print' });
  await expectAllPanels(page);
  await page.emulateMedia({ media: null });
}

async function expectAllPanels(page: Page) {
  for (const name of [founders, sponsors, partners]) {
    await expect(page.getByRole('heading', { level: 3, name })).toBeVisible();
  }
  for (const { promise: text } of platform.value.audiences) {
    await expect(page.getByText(text)).toBeVisible();
  }
}
