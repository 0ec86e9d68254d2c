import type { Page } from '@playwright/test';
import { firm } from '../../src/content/firm.ts';
import { surfaces } from '../../src/content/palette.ts';
import { allPages, unknownPath } from '../../tools/all-pages.ts';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import { freezeClock } from './fixtures/freeze-clock.ts';
import { holdRequests } from './fixtures/hold-requests.ts';
import { hydrate } from './fixtures/hydrate.ts';
import { expect, test } from './fixtures/site.ts';

const headerLinks = (page: Page) => page.getByRole('banner').getByRole('navigation');
const footer = (page: Page) => page.getByRole('contentinfo');
const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY));
const metaDescription = (page: Page) => page.locator('meta[name=description]');
const canonical = (page: Page) => page.locator('link[rel=canonical]');
const markdownLink = (page: Page) => page.locator('link[rel=alternate][type="text/markdown"]');
const themeColor = (page: Page, scheme: string) =>
  page.locator(`meta[name=theme-color][media*=${scheme}]`);
const notFoundHeading = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'This page was never laid down.' });

/** Marks the document, so that `isSameDocument` can tell it from one that took its place. */
const markDocument = (page: Page) => page.evaluate(() => void (document.body.id = 'marked'));
const isSameDocument = (page: Page) => page.evaluate(() => document.body.id === 'marked');

test.describe('in the running application, a link', () => {
  test('changes the page, its title, description and address in the same document', async ({
    page,
  }) => {
    await page.goto('/');
    await hydrate(page);
    await markDocument(page);
    const descriptionOfHome = await metaDescription(page).getAttribute('content');

    await headerLinks(page).getByRole('link', { name: 'Ecosystems' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Ecosystems of Scale & Significance',
    );
    await expect(page).toHaveURL('/ecosystems');
    await expect(page).toHaveTitle(`Ecosystems | ${firm.name}`);
    await expect(metaDescription(page)).toHaveAttribute('content', /networks of owners/);
    expect(await metaDescription(page).getAttribute('content')).not.toBe(descriptionOfHome);
    expect(await canonicalPath(page)).toBe('/ecosystems');
    await expect(markdownLink(page)).toHaveAttribute('href', '/ecosystems.md');
    await expect(themeColor(page, 'light')).toHaveAttribute('content', surfaces.film.light);
    await expect(themeColor(page, 'dark')).toHaveAttribute('content', surfaces.film.dark);
    expect(await isSameDocument(page)).toBe(true);

    await headerLinks(page).getByRole('link', { name: 'Home' }).click();
    await expect(markdownLink(page)).toHaveAttribute('href', '/index.md');
  });

  test('shows all that the document of the page has', async ({ page }) => {
    for (const { path, name } of allPages) {
      await page.goto(path);
      const whole = await page.getByRole('main').innerText();
      await page.goto(path === '/' ? '/about' : '/');
      await hydrate(page);
      await headerLinks(page).getByRole('link', { name }).click();
      await expect.poll(() => page.getByRole('main').innerText()).toBe(whole);
    }
  });

  test('moves focus to the heading of the new page and starts at its top', async ({ page }) => {
    await page.goto('/');
    await hydrate(page);
    await footer(page).getByRole('link', { name: 'About' }).click();

    await expect(page.getByRole('heading', { level: 1, name: 'Who We Are' })).toBeFocused();
    expect(await scrollTop(page)).toBe(0);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
  });

  test('is undone by Back, which restores the place on the page', async ({ page }) => {
    await page.goto('/');
    await hydrate(page);
    await footer(page).scrollIntoViewIfNeeded();
    const left = await scrollTop(page);
    expect(left).toBeGreaterThan(500);

    await footer(page).getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who We Are');
    await page.goBack();
    await expect(page).toHaveTitle(`Home | ${firm.name}`);
    await expect.poll(() => scrollTop(page)).toBe(left);
    await page.goForward();
    await expect(page).toHaveTitle(`About | ${firm.name}`);
    await expect.poll(() => scrollTop(page)).toBe(0);
  });

  test('opens a new tab when it is asked to', async ({ page, context }) => {
    await page.goto('/');
    await hydrate(page);
    const opened = context.waitForEvent('page');
    await headerLinks(page)
      .getByRole('link', { name: 'About' })
      .click({ modifiers: ['ControlOrMeta'] });
    await expect(await opened).toHaveURL('/about');
    await expect(page).toHaveURL('/');
  });
});

test('the header marks the current page, before and after a navigation', async ({ page }) => {
  const current = headerLinks(page).locator('[aria-current=page]');
  await page.goto('/about');
  await expect(current).toHaveText(['About']);
  await hydrate(page);
  await headerLinks(page).getByRole('link', { name: 'Platform' }).click();
  await expect(current).toHaveText(['Platform']);
  await headerLinks(page).getByRole('link', { name: 'Home' }).click();
  await expect(current).toHaveText(['Home']);
});

test('the skip link leads past the header', async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test.describe('addresses', () => {
  test('match in any case, and name the one that is to be indexed', async ({ page }) => {
    const response = await page.goto('/About');
    expect(response?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who We Are');
    await expect(canonical(page)).toHaveAttribute('href', '/about');

    await hydrate(page);
    await expect(headerLinks(page).locator('[aria-current=page]')).toHaveText('About');
    expect(await canonicalPath(page)).toBe('/about');
  });

  test('with a slash at the end move permanently to the page', async ({ request }) => {
    const response = await request.get('/about/?from=mail', { maxRedirects: 0 });
    expect(response.status()).toBe(301);
    expect(response.headers()['location']).toBe('/about?from=mail');
  });

  test('without a page answer 404 with the not-found page in the layout', async ({
    page,
    consoleMessages,
  }) => {
    const response = await page.goto(unknownPath);
    expect(response?.status()).toBe(404);
    allowConsoleError(consoleMessages, /status of 404/);
    await expect(notFoundHeading(page)).toBeVisible();
    await expect(page).toHaveTitle(`Page not found | ${firm.name}`);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await expect(canonical(page)).toHaveCount(0);
    await expect(headerLinks(page).getByRole('link')).toHaveCount(5);
    await expect(footer(page)).toContainText('All rights reserved');

    await hydrate(page);
    await markDocument(page);
    await expect(notFoundHeading(page)).toBeVisible();
    await footer(page).getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveTitle(`About | ${firm.name}`);
    expect(await isSameDocument(page)).toBe(true);
  });

  test('without a page show a not-found page that is loaded when it is needed', async ({
    page,
  }) => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    await page.goto('/');
    await hydrate(page);
    await markDocument(page);
    expect(scripts.join()).not.toContain('not-found');

    // The site has no link to a page that is not there: Back leads to one all the same.
    await page.evaluate((path) => {
      history.pushState(null, '', path);
      history.pushState(null, '', '/');
    }, unknownPath);
    await page.goBack();
    await expect(notFoundHeading(page)).toBeFocused();
    await expect(page).toHaveTitle(`Page not found | ${firm.name}`);
    await expect(page).toHaveURL(unknownPath);
    expect(scripts.join()).toContain('not-found');
    expect(await isSameDocument(page)).toBe(true);
  });
});

test.describe('while the next page is loading', () => {
  const spinner = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading' });

  test('a spinner takes its place after 150 ms', async ({ page }) => {
    const release = await startSlowNavigation(page);
    await page.clock.runFor(100);
    await expect(spinner(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Capital');

    await expect
      .poll(async () => {
        await page.clock.runFor(50);
        return spinner(page).isVisible();
      })
      .toBe(true);
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();

    release();
    await expect(page.getByRole('heading', { level: 1, name: 'Who We Are' })).toBeFocused();
    await expect(spinner(page)).toBeHidden();
  });

  test('nothing flickers when it arrives before that', async ({ page }) => {
    const release = await startSlowNavigation(page);
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector('main [role=status]')) document.body.id = 'flickered';
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.clock.runFor(100);
    release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who We Are');
    await page.clock.runFor(1000);
    await expect(page.locator('body')).not.toHaveAttribute('id', 'flickered');
  });

  test('another link may still be chosen', async ({ page }) => {
    const release = await startSlowNavigation(page);
    await headerLinks(page).getByRole('link', { name: 'Platform' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(firm.platform);
    release();
    await page.clock.runFor(1000);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(firm.platform);
    await expect(page).toHaveURL('/platform');
  });

  /** Stops the clock at the moment in which the script of /about is asked for. */
  async function startSlowNavigation(page: Page) {
    await page.clock.install();
    await page.goto('/');
    await hydrate(page);
    const release = await holdRequests(page, '**/assets/about-*.js');
    await freezeClock(page);
    const requested = page.waitForRequest('**/assets/about-*.js');
    await headerLinks(page).getByRole('link', { name: 'About' }).click();
    await requested;
    return release;
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every link of header and footer leads to its page', async ({ page }) => {
    await page.goto('/');
    for (const { path, name } of allPages) {
      await headerLinks(page).getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
      await expect(headerLinks(page).locator('[aria-current=page]')).toHaveText(name);
    }
    await footer(page).getByRole('link', { name: 'Ecosystems' }).click();
    await expect(page).toHaveURL('/ecosystems');
    await footer(page).getByRole('link', { name: 'Partnership Inquiries' }).click();
    await expect(page).toHaveURL('/contact');
  });
});

const canonicalPath = (page: Page) =>
  canonical(page).evaluate((link: HTMLLinkElement) => new URL(link.href).pathname);
