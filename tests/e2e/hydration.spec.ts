import type { Response } from '@playwright/test';
import { about } from '../../src/content/about.ts';
import { contact } from '../../src/content/contact.ts';
import { allPages, waitForFonts } from '../fixtures/all-pages.ts';
import {
  heading,
  holdHydration,
  hydrate,
  hydrateScript,
  mainLink,
  openHydrated,
  recordRequests,
  saveData,
  scrollTop,
  waitForHydration,
} from './fixtures/page.ts';
import { allowConsoleError, expect, test } from './fixtures/site.ts';

test('with Save-Data, scripts above 5,600 bytes are loaded when needed', async ({ page }) => {
  await saveData(page);
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  await page.goto('/contact');
  await waitForFonts(page);
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(scripts.map(async (script) => (await script.body()).length));
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(5600);
  const client = page.waitForResponse(hydrateScript);
  await page.mouse.move(200, 200);
  expect((await client).status()).toBe(200);

  await waitForHydration(page);
  const requests = recordRequests(page, /^(script|document)$/);
  for (const path of ['/platform', '/about']) await mainLink(page, path).hover();
  await mainLink(page, '/about').click();
  await expect(heading(page)).toHaveText(about.who.title);
  // And perhaps drawings that it shares with other pages.
  expect(requests).toContainEqual(expect.stringMatching(/assets\/about-/));
  expect(requests.join()).not.toContain('platform');
  expect(requests, 'documents').not.toContain('/about');
});

test('a page hydrates without any intent, also without requestIdleCallback', async ({ page }) => {
  const isHydrated = () => expect(page.locator('[data-hydrated]')).toBeAttached();
  await page.goto('/contact');
  await isHydrated();
  await page.addInitScript(() => Reflect.deleteProperty(window, 'requestIdleCallback'));
  await page.goto('/platform');
  await isHydrated();
});

for (const { path } of allPages) {
  test(`hydration of ${path} changes nothing visible`, async ({ page }) => {
    const documents = recordRequests(page, /document/);
    const release = await holdHydration(page);
    await page.goto(path);
    await waitForFonts(page);
    await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-server', ''));
    // In half the time of a PNG.
    const picture = { fullPage: true, type: 'jpeg', quality: 100 } as const;
    const before = await page.screenshot(picture);

    release();
    await hydrate(page);
    await expect(page.locator('[data-server]'), 'Hydration keeps the elements').toBeAttached();
    const after = await page.screenshot(picture);
    expect(after.equals(before), 'The screenshots are equal').toBe(true);
    expect(documents).toHaveLength(1);
  });
}

test('hydration keeps the scroll position, also after a reload', async ({ page }) => {
  const release = await holdHydration(page);
  await page.goto('/about');
  await waitForFonts(page); // Fonts change heights, and scroll anchoring adjusts the position.
  await page.mouse.move(200, 200);
  await page.mouse.wheel(0, 1200);
  await expect.poll(() => scrollTop(page)).toBe(1200);
  release();
  await waitForHydration(page);
  expect(await scrollTop(page)).toBe(1200);

  await page.mouse.move(0, 0);
  await page.evaluate(() => scrollTo(0, 900));
  const releaseAgain = await holdHydration(page);
  await page.reload();
  // The font swap can shift the restored position by a pixel.
  await expect.poll(async () => Math.abs((await scrollTop(page)) - 900)).toBeLessThan(3);
  await waitForFonts(page);
  await page.evaluate(() => scrollTo(0, 1300));
  releaseAgain();
  await hydrate(page);
  expect(await scrollTop(page)).toBe(1300);
});

test('after a reload, Back shows the page of the URL', async ({ page }) => {
  await openHydrated(page, '/about');
  await mainLink(page, '/platform').click();
  await expect(page).toHaveURL('/platform');
  const release = await holdHydration(page);
  await page.reload();
  await page.goBack();
  await expect(page).toHaveURL('/about');
  await expect(heading(page)).toHaveText(about.who.title);
  release();
  await hydrate(page);
  await expect(heading(page)).toHaveText(about.who.title);
  await page.goForward();
  await expect(page).toHaveURL('/platform');
  await expect(heading(page)).not.toHaveText(about.who.title);
});

test('a help button that is pressed early opens its tooltip later', async ({ page, form }) => {
  const helpButton = form.helpButton('timeline');
  await page.clock.install();
  const release = await form.openBeforeHydration();
  await helpButton.click();
  await page.clock.runFor(10_000); // Then help texts stand below their fields.
  await expect(helpButton).toBeHidden();
  await expect(page.getByText(contact.form.help.timeline)).toBeVisible();
  release();
  await expect(page.getByRole('tooltip')).toHaveText(contact.form.help.timeline);
  await expect(helpButton).toBeVisible();
});

test('an unexpected error during hydration is reported', async ({ page, consoleMessages }) => {
  await page.addInitScript(() => {
    history.replaceState = () => {
      throw new TypeError('unexpected');
    };
  });
  await page.goto('/about');
  await page.keyboard.press('Shift');
  await expect.poll(() => consoleMessages.join()).toContain('uncaught: TypeError: unexpected');
  allowConsoleError(consoleMessages, /^uncaught: TypeError: unexpected/);
});
