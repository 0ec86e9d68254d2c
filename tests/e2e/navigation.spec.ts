import type { Page } from '@playwright/test';
import { about } from '../../src/content/about.ts';
import { home } from '../../src/content/home.ts';
import { notFound } from '../../src/content/not-found.ts';
import { firm } from '../../src/content/firm.ts';
import { allPages, unknownPath } from '../../tools/all-pages.ts';
import { freezeClock } from './fixtures/clock.ts';
import { holdRequests } from './fixtures/hold-requests.ts';
import { holdHydration, hydrate, openHydrated } from './fixtures/hydrate.ts';
import { heading } from './fixtures/locators.ts';
import { expect, test } from './fixtures/site.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const headerLinks = (page: Page) => page.getByRole('banner').getByRole('navigation');
const currentLink = (page: Page) => headerLinks(page).locator('[aria-current=page]');
const footer = (page: Page) => page.getByRole('contentinfo');
const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY));
const canonical = (page: Page) => page.locator('link[rel=canonical]');
const noindex = (page: Page) => page.locator('meta[name=robots][content=noindex]');

/** Marks the document for `isSameDocument`. */
const markDocument = (page: Page) => page.evaluate(() => void (document.body.id = 'marked'));
const isSameDocument = (page: Page) => page.evaluate(() => document.body.id === 'marked');

test.describe('after hydration, a link', () => {
  test('shows what the document of its page has, without loading it', async ({ page, context }) => {
    const describePage = () =>
      page.evaluate(() => {
        const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
        const metaTags = document.querySelectorAll('[name=description], [name=theme-color]');
        return {
          text: document.querySelector('main')?.innerText,
          sheet: document.querySelector('footer dl')?.textContent,
          title: document.title,
          canonical: new URL(link?.href ?? '').pathname,
          meta: [...metaTags].map((tag) => tag.getAttribute('content')),
        };
      });
    const documents = new Map<string, object>();
    const release = await holdHydration(page);
    for (const { path, name } of allPages) {
      await page.goto(path);
      documents.set(path, await describePage());
      await expect(currentLink(page)).toHaveText([name]);
    }
    const described = new Set([...documents.values()].map((page) => JSON.stringify(page)));
    expect(described.size).toBe(allPages.length);

    release();
    await hydrate(page);
    await markDocument(page);
    for (const { path, name } of allPages) {
      await headerLinks(page).getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
      await expect(currentLink(page)).toHaveText([name]);
      await expect.poll(describePage).toEqual(documents.get(path));
    }
    expect(await isSameDocument(page)).toBe(true);

    const opened = context.waitForEvent('page');
    await headerLinks(page)
      .getByRole('link', { name: 'About' })
      .click({ modifiers: ['ControlOrMeta'] });
    await expect(await opened).toHaveURL('/about');
    await expect(page).toHaveURL('/contact');
  });

  test('moves focus to the heading; Back restores the scroll position', async ({ page }) => {
    await openHydrated(page, '/');
    await footer(page).scrollIntoViewIfNeeded();
    const position = await scrollTop(page);
    expect(position).toBeGreaterThan(500);

    const link = footer(page).getByRole('link', { name: 'About' });
    await link.click();
    const heading = page.getByRole('heading', { level: 1, name: about.who.title });
    await expect(heading).toBeFocused();
    expect(await scrollTop(page)).toBe(0);
    await page.goBack();
    await expect(page).toHaveTitle(home.meta.title);
    await expect.poll(() => scrollTop(page)).toBe(position);
    await page.goForward();
    await expect(page).toHaveTitle(`About | ${firm.name}`);
    await expect.poll(() => scrollTop(page)).toBe(0);

    await link.click();
    await expect(heading).toBeFocused();
    expect(await scrollTop(page)).toBe(0);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
  });

  test('fades another page in, but not with reduced motion', async ({ page }) => {
    await openHydrated(page, '/');
    const session = await page.context().newCDPSession(page);
    await session.send('Animation.enable');
    await session.send('Animation.setPlaybackRate', { playbackRate: 0 });
    const cancelAnimations = () =>
      page
        .locator('main > .page')
        .evaluate((element) => element.getAnimations().map((fade) => fade.cancel()).length);
    await headerLinks(page).getByRole('link', { name: 'About' }).press('Enter');
    await expect(heading(page)).toHaveText(about.who.title);
    expect(await cancelAnimations()).toBe(1);
    await footer(page).getByRole('link', { name: 'About' }).press('Enter');
    await expect(heading(page)).toBeFocused();
    expect(await cancelAnimations()).toBe(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await headerLinks(page).getByRole('link', { name: 'Platform' }).press('Enter');
    await expect(heading(page)).toHaveText(firm.platform);
    expect(await cancelAnimations()).toBe(0);
  });
});

test('a question above a title leads to its answer on Home', async ({ page }) => {
  await page.goto('/platform');
  await hydrate(page);
  await page.getByRole('main').getByRole('link', { name: firm.questions.work }).click();
  await expect(page).toHaveURL('/#question-2');
  await expect(page.locator('li:focus')).toContainText(firm.questions.work);
  await expect(page.locator('li:focus')).toBeInViewport();
});

test('a path is matched case-insensitively, with a canonical link', async ({ page }) => {
  const response = await page.goto('/About');
  expect(response?.status()).toBe(200);
  expect(await canonicalPath(page)).toBe('/about');
  await hydrate(page);
  await expect(heading(page)).toHaveText(about.who.title);
  await expect(currentLink(page)).toHaveText('About');
  expect(await canonicalPath(page)).toBe('/about');
  await headerLinks(page).getByRole('link', { name: 'Platform' }).click();
  await expect.poll(() => canonicalPath(page)).toBe('/platform');
  await page.goBack();
  await expect.poll(() => canonicalPath(page)).toBe('/about');
});

test('a path without a page returns 404 and the not-found page', async ({ page }) => {
  const release = await holdHydration(page);
  const response = await page.goto(unknownPath);
  expect(response?.status()).toBe(404);
  await expectNotFound(page);
  await expect(page).toHaveTitle(`Page not found | ${firm.name}`);
  await expect(headerLinks(page).getByRole('link')).toHaveCount(allPages.length);
  await expect(footer(page)).toContainText(`Not found, none of ${allPages.length}`);

  release();
  await hydrate(page);
  await expectNotFound(page);
  await markDocument(page);
  await footer(page).getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveTitle(`About | ${firm.name}`);
  expect(await isSameDocument(page)).toBe(true);
  await expect(noindex(page)).toHaveCount(0);
  expect(await canonicalPath(page)).toBe('/about');
  await page.goBack();
  await expectNotFound(page);
});

async function expectNotFound(page: Page) {
  await expect(page.getByRole('heading', { level: 1, name: notFound.title })).toBeVisible();
  await expect(noindex(page)).toHaveCount(1);
  await expect(canonical(page)).toHaveCount(0);
}

test.describe('while the next page is loading', () => {
  const spinner = (page: Page) => page.getByRole('status').filter({ hasText: 'Loading' });

  test('a spinner is shown after 150 ms', async ({ page }) => {
    const release = await startSlowNavigation(page);
    await page.clock.runFor(100);
    await expect(spinner(page)).toBeHidden();
    await expect(heading(page)).toContainText(home.hero.title[0] ?? '');

    await expect
      .poll(async () => {
        await page.clock.runFor(50);
        return spinner(page).isVisible();
      })
      .toBe(true);
    await expect(heading(page)).toBeHidden();

    release();
    await expect(page.getByRole('heading', { level: 1, name: about.who.title })).toBeFocused();
    await expect(spinner(page)).toBeHidden();
  });

  test('another link shows its page, without a spinner', async ({ page }) => {
    const release = await startSlowNavigation(page);
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector('main [role=status]')) document.body.id = 'flickered';
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.clock.runFor(100);
    await headerLinks(page).getByRole('link', { name: 'Platform' }).click();
    await expect(heading(page)).toHaveText(firm.platform);
    release();
    await page.clock.runFor(1000);
    await expect(heading(page)).toHaveText(firm.platform);
    await expect(page).toHaveURL('/platform');
    await followSlowLink(page, 'Ecosystems');
    await page.clock.runFor(100);
    await expect(page.locator('body')).not.toHaveAttribute('id', 'flickered');
  });

  /** Pauses the clock and requests the script of /about. */
  async function startSlowNavigation(page: Page) {
    await page.clock.install();
    await openHydrated(page, '/');
    await freezeClock(page);
    return followSlowLink(page, 'About');
  }

  /** Follows a link whose script arrives once the returned function is called. */
  async function followSlowLink(page: Page, name: string) {
    const script = `**/assets/${name.toLowerCase()}-*.js`;
    const release = await holdRequests(page, script);
    const requested = page.waitForRequest(script);
    await headerLinks(page).getByRole('link', { name }).click();
    await requested;
    return release;
  }
});

const canonicalPath = (page: Page) =>
  canonical(page).evaluate((link: HTMLLinkElement) => new URL(link.href).pathname);
