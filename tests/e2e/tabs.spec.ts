import type { Locator, Page } from '@playwright/test';
import { platform } from '../../src/content/platform.ts';
import {
  heading,
  holdHydration,
  hydrate,
  mainLink,
  openHydrated,
  scrollTop,
} from './fixtures/page.ts';
import { expect, test } from './fixtures/site.ts';

const { audiences, title } = platform.value;
const labels = audiences.map(({ label }) => label);
const [founders = '', sponsors = '', partners = ''] = labels;

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const panel = (page: Page) => page.getByRole('tabpanel');
const hash = (page: Page) => new URL(page.url()).hash;
const promiseTo = (page: Page, audience: string) =>
  page.getByText(audiences.find(({ label }) => label === audience)?.promise ?? '');

async function expectPanels(page: Page, ...shown: string[]) {
  for (const label of labels)
    await expect(promiseTo(page, label), label).toBeVisible({ visible: shown.includes(label) });
}

/** Every panel with its heading, as on paper. */
async function expectAllPanels(page: Page) {
  await expectPanels(page, ...labels);
  for (const name of labels)
    await expect(page.getByRole('heading', { level: 3, name })).toBeVisible();
}

async function expectSelected(page: Page, label: string) {
  await expect(page.getByRole('tab', { selected: true })).toHaveText(label);
  await expect(panel(page)).toHaveAccessibleName(label);
  await expectPanels(page, label);
}

async function expectAllPrinted(page: Page) {
  await page.emulateMedia({ media: 'print' });
  await expectAllPanels(page);
  await page.emulateMedia({ media: null });
}

test('the tabs start with the founders, and are selected by a click', async ({ page }) => {
  await openHydrated(page, '/platform');
  await expect(page.getByRole('tablist', { name: title })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(labels);
  await expectSelected(page, founders);

  await tab(page, sponsors).evaluate((element) => element.scrollIntoView());
  const before = await page.evaluate(() => [scrollY, history.length]);
  await tab(page, sponsors).click();
  await expectSelected(page, sponsors);
  expect(hash(page)).toBe('#sponsors');
  expect(await page.evaluate(() => [scrollY, history.length])).toEqual(before);

  await mainLink(page, '/platform').click(); // Resets them.
  expect(hash(page)).toBe('');
  await expectSelected(page, founders);
});

test('the tabs are one tab stop, and arrow keys, Home and End select them', async ({ page }) => {
  await openHydrated(page, '/platform');
  for (const name of [partners, founders]) {
    await tab(page, name).click();
    await page.keyboard.press('Tab');
    await expect(panel(page)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(tab(page, name)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(page.locator('[role=tab]:focus')).toHaveCount(0);
  }
  await page.setViewportSize({ width: 390, height: 844 }); // Scrolls the tabs.
  await tab(page, founders).focus();
  for (const [key, name] of [
    ['ArrowRight', sponsors],
    ['ArrowRight', partners],
    ['ArrowRight', founders],
    ['ArrowLeft', partners],
    ['Home', founders],
    ['End', partners],
    [' ', partners],
    ['ArrowDown', partners],
    ['Alt+ArrowRight', partners], // A shortcut of the browser, such as Forward.
  ] as const) {
    await page.keyboard.press(key);
    await expect(tab(page, name), key).toBeFocused();
    await expect(tab(page, name), key).toBeInViewport({ ratio: 1 });
    await expectSelected(page, name);
  }
  expect(hash(page)).toBe('#partners');
});

test('find in page reaches every panel, and selects its tab', async ({ page }) => {
  await openHydrated(page, '/platform');
  for (const name of [partners, sponsors, founders]) {
    const { id = '', promise = '' } = audiences.find(({ label }) => label === name) ?? {};
    await expect(page.locator(`#${id}`)).toHaveAttribute('hidden', 'until-found');
    // A search by the browser.
    await page.goto(`/platform#:~:text=${encodeURIComponent(promise).replaceAll('-', '%2D')}`);
    await expectSelected(page, name);
    expect(hash(page)).toBe(`#${id}`);
    await expect(promiseTo(page, name)).toBeInViewport();
    await expect(panel(page)).toHaveCount(1);
  }
});

test('browsers without hidden="until-found" hide the other panels', async ({ page }) => {
  await page.addInitScript(() => delete (window as Partial<Window>).onbeforematch);
  await openHydrated(page, '/platform');
  await tab(page, partners).click();
  await expectSelected(page, partners);
  await expect(page.locator('[hidden=until-found]')).toHaveCount(0);
});

test('a tab keeps its selection and position after a visit to another page', async ({ page }) => {
  await openHydrated(page, '/about');
  await mainLink(page, '/platform').click();
  await expect(heading(page)).toBeFocused();
  await tab(page, partners).click();
  const position = await scrollTop(page);
  expect(position).toBeGreaterThan(500);
  await mainLink(page, '/about').click();
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await expect(page).toHaveURL('/platform#partners');
  await expectSelected(page, partners);
  await expect.poll(() => scrollTop(page)).toBe(position);
  await expect(heading(page)).not.toBeFocused();
  await page.goBack();
  await page.goForward();
  await expectSelected(page, partners);
});

test('a link, Back and Forward select a tab; print has all', async ({ page, context }) => {
  const release = await holdHydration(page);
  await page.goto('/platform');
  await expectPanels(page, founders);
  await ctrlClick(page.getByRole('link', { name: sponsors }));
  await page.getByRole('link', { name: partners }).click();
  await expectPanels(page, partners);
  await page.goto('/platform#sponsors');
  await expectPanels(page, sponsors);
  await expect(promiseTo(page, sponsors)).toBeInViewport();
  await expectAllPrinted(page);

  const before = await scrollTop(page);
  release();
  await hydrate(page);
  await expectSelected(page, sponsors);
  expect(await scrollTop(page)).toBe(before);
  await expectAllPrinted(page);
  await ctrlClick(tab(page, partners));
  await expectSelected(page, sponsors);
  await page.goBack();
  await expectSelected(page, partners);
  await page.goBack();
  await expectSelected(page, founders);
  await page.goForward();
  await expectSelected(page, partners);

  // Another anchor keeps the tab, and selects the first one in a new document.
  await page.goto('/platform#main');
  await expectSelected(page, partners);
  await page.reload();
  await hydrate(page);
  await expectSelected(page, founders);

  async function ctrlClick(target: Locator) {
    const opened = context.waitForEvent('page');
    const href = await target.getAttribute('href');
    await target.click({ modifiers: ['ControlOrMeta'] });
    await expect(await opened).toHaveURL(`/platform${href}`);
    await (await opened).close();
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('all panels are visible, and a link leads to each', async ({ page }) => {
    await page.goto('/platform');
    await expectAllPanels(page);
    await page.getByRole('link', { name: partners }).click();
    expect(hash(page)).toBe('#partners');
    await expect(promiseTo(page, partners)).toBeInViewport();
    await expectAllPanels(page);
  });
});
