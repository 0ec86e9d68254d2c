import type { Page } from '@playwright/test';
import { about } from '../../src/content/about.ts';
import { firm } from '../../src/content/firm.ts';
import { home } from '../../src/content/home.ts';
import { loading, titleBlock } from '../../src/content/layout.ts';
import { notFound } from '../../src/content/not-found.ts';
import { allPages, unknownPath } from '../fixtures/all-pages.ts';
import {
  freezeClock,
  heading,
  holdHydration,
  holdRequests,
  hydrate,
  mainLink,
  mainNavigation,
  nameOf,
  openHydrated,
  recordRequests,
  scrollTop,
} from './fixtures/page.ts';
import { expect, test } from './fixtures/site.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const currentLink = (page: Page) => mainNavigation(page).locator('[aria-current=page]');
const footer = (page: Page) => page.getByRole('contentinfo');
const footerLink = (page: Page, path: string) =>
  footer(page).getByRole('link', { name: nameOf(path) });
const canonical = (page: Page) => page.locator('link[rel=canonical]');
const canonicalPath = (page: Page) =>
  canonical(page).evaluate((link: HTMLLinkElement) => new URL(link.href).pathname);
const noindex = (page: Page) => page.locator('meta[name=robots][content=noindex]');

test('a link shows what a document has, without loading it', async ({ page, context }) => {
  const describePage = () =>
    page.evaluate(() => ({
      text: document.querySelector('main')?.innerText,
      sheet: document.querySelector('footer dl')?.textContent,
      title: document.title,
      canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href,
      meta: [...document.querySelectorAll('[name=description], [name=theme-color]')].map((tag) =>
        tag.getAttribute('content'),
      ),
    }));
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
  const loaded = recordRequests(page, /document/);
  for (const { path, name } of allPages) {
    await mainLink(page, path).click();
    await expect(page).toHaveURL(path);
    await expect(currentLink(page)).toHaveText([name]);
    await expect.poll(describePage).toEqual(documents.get(path));
  }
  expect(loaded).toEqual([]);

  const opened = context.waitForEvent('page');
  await mainLink(page, '/about').click({ modifiers: ['ControlOrMeta'] });
  await expect(await opened).toHaveURL('/about');
  await expect(page).toHaveURL('/contact');
});

test('a link moves focus to the heading; Back restores the scroll position', async ({ page }) => {
  await openHydrated(page, '/');
  await footer(page).scrollIntoViewIfNeeded();
  const position = await scrollTop(page);
  expect(position).toBeGreaterThan(500);
  const expectTop = async () => {
    await expect(heading(page).and(page.getByText(about.who.title))).toBeFocused();
    expect(await scrollTop(page)).toBe(0);
  };
  await footerLink(page, '/about').click();
  await expectTop();
  await page.goBack();
  await expect(page).toHaveTitle(home.meta.title);
  await expect.poll(() => scrollTop(page)).toBe(position);
  await page.goForward();
  await expect(page).toHaveTitle(about.meta.title);
  await expect.poll(() => scrollTop(page)).toBe(0);

  await footerLink(page, '/about').click();
  await expectTop();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
});

test('a link to a page whose title ends the title before changes it', async ({ page }) => {
  await openHydrated(page, '/');
  // As with a firm whose Home has the firm's name as its title.
  const titleBefore = `${home.meta.title} | ${about.meta.title}`;
  await page.evaluate((title) => (document.title = title), titleBefore);
  await mainLink(page, '/about').click();
  await expect(page).toHaveTitle(about.meta.title);
});

test('a link fades another page in, but not with reduced motion', async ({ page }) => {
  await openHydrated(page, '/');
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 });
  const cancelAnimations = () =>
    page
      .locator('main > .page')
      .evaluate((element) => element.getAnimations().map((fade) => fade.cancel()).length);
  await mainLink(page, '/about').press('Enter');
  await expect(heading(page)).toHaveText(about.who.title);
  expect(await cancelAnimations()).toBe(1);
  await footerLink(page, '/about').press('Enter');
  await expect(heading(page)).toBeFocused();
  expect(await cancelAnimations()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await mainLink(page, '/platform').press('Enter');
  await expect(heading(page)).toHaveText(firm.platform);
  expect(await cancelAnimations()).toBe(0);
});

test('each question leads to its answer on Home, where Tab continues', async ({ page }) => {
  await openHydrated(page, '/platform');
  await page.getByRole('main').getByRole('link', { name: firm.questions.work }).click();
  await expect(page).toHaveURL('/#question-2');
  await expect(page.locator('li:focus')).toContainText(firm.questions.work);
  await expect(page.locator('li:focus')).toBeInViewport();

  for (const { question, title } of home.strategy.pillars) {
    await page.getByRole('link', { name: question }).press('Enter');
    await expect(page.locator(new URL(page.url()).hash)).toContainText(title);
    await expect(page.getByRole('heading', { name: title })).toBeInViewport();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: home.strategy.action })).toBeFocused();
  }
});

test('a path is matched case-insensitively, with a canonical link', async ({ page }) => {
  const response = await page.goto('/About');
  expect(response?.status()).toBe(200);
  expect(await canonicalPath(page)).toBe('/about');
  await hydrate(page);
  await expect(heading(page)).toHaveText(about.who.title);
  await expect(currentLink(page)).toHaveText(nameOf('/about'));
  // The site may be visited at another address than its public one.
  await canonical(page).evaluate((link) => link.setAttribute('href', 'https://firm.example/about'));
  await mainLink(page, '/platform').click();
  await expect(canonical(page)).toHaveAttribute('href', 'https://firm.example/platform');
  await page.goBack();
  await expect(canonical(page)).toHaveAttribute('href', 'https://firm.example/about');
});

test('a path without a page shows the not-found page, and links to others', async ({ page }) => {
  const expectNotFound = async () => {
    await expect(heading(page)).toHaveText(notFound.title);
    await expect(noindex(page)).toHaveCount(1);
    await expect(canonical(page)).toHaveCount(0);
  };
  await page.goto(unknownPath);
  await expect(currentLink(page)).toHaveCount(0);
  await expect(footer(page)).toContainText(titleBlock.notFoundSheet(allPages.length));
  await hydrate(page);
  await expectNotFound();
  const loaded = recordRequests(page, /document/);
  await footerLink(page, '/about').click();
  await expect(page).toHaveTitle(about.meta.title);
  await expect(noindex(page)).toHaveCount(0);
  expect(await canonicalPath(page)).toBe('/about');
  await page.goBack();
  await expectNotFound();
  expect(loaded).toEqual([]);
});

test('a spinner is shown after 150 ms, but not if another link is followed', async ({ page }) => {
  const spinner = page.getByRole('status').filter({ hasText: loading });
  /** Follows a link whose script arrives once the returned function is called. */
  async function followSlowLink(path: string) {
    const script = `**/assets${path}-*.js`;
    const release = await holdRequests(page, script);
    const requested = page.waitForRequest(script);
    await mainLink(page, path).click();
    await requested;
    return release;
  }
  await page.clock.install();
  await openHydrated(page, '/');
  await freezeClock(page);
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('main [role=status]')) document.body.id = 'flickered';
    }).observe(document.body, { childList: true, subtree: true });
  });
  const release = await followSlowLink('/about');
  await page.clock.runFor(100);
  await mainLink(page, '/platform').click();
  await expect(heading(page)).toHaveText(firm.platform);
  release();
  await page.clock.runFor(1000);
  await expect(heading(page)).toHaveText(firm.platform);
  await expect(page).toHaveURL('/platform');

  const releaseAgain = await followSlowLink('/ecosystems');
  await page.clock.runFor(100);
  await expect(page.locator('body')).not.toHaveAttribute('id', 'flickered');
  await expect(heading(page)).toHaveText(firm.platform);
  await expect(async () => {
    await page.clock.runFor(50);
    expect(await spinner.isVisible()).toBe(true);
  }).toPass();
  await expect(heading(page)).toBeHidden();
  releaseAgain();
  await expect(heading(page)).toBeFocused();
  await expect(spinner).toBeHidden();
});
