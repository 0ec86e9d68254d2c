import type { Page } from '@playwright/test';
import { firm } from '../../src/content/firm.ts';
import { footer as copy, titleBlock } from '../../src/content/layout.ts';
import { platform } from '../../src/content/platform.ts';
import { allPages, waitForFonts } from '../fixtures/all-pages.ts';
import { boxOf, heading, measureLetters, openHydrated } from './fixtures/page.ts';
import { expect, test } from './fixtures/site.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const header = (page: Page) => page.getByRole('banner');

/** Tells if scrolling drives animations of a page's drawings. Those of a firm's own page may stand still. */
const scrollDriven: Record<string, boolean> = {
  '/': true,
  '/about': true,
  '/platform': false,
  '/ecosystems': true,
  '/contact': false,
};

// Headings, texts and links: accessibility.spec. Descriptions: metadata.test.
test('every page has a title of its own, drawings, header, print and footer', async ({ page }) => {
  const titles = new Set<string>();
  const footer = page.getByRole('contentinfo');
  for (const [index, { path, name }] of allPages.entries()) {
    await page.goto(path);
    const title = await page.title();
    expect(title).toContain(firm.name);
    expect([...titles]).not.toContain(title);
    titles.add(title);
    await expect(heading(page)).toHaveCount(1);
    const isScrollDriven = scrollDriven[path];
    if (isScrollDriven !== undefined && (await page.locator('main svg').count()))
      await expectAnimatedDrawings(page, isScrollDriven);
    await expectReducedMotion(page);
    await expectHeaderInFront(page);
    await expectPrintable(page);
    await expect(footer).toContainText(
      titleBlock.sheet + titleBlock.pageSheet(name, index + 1, allPages.length),
    );
    if (path === '/contact') continue;
    await page.locator('main section').last().getByRole('link').click();
    await expect(page).toHaveURL('/contact');
  }
  const { year } = Temporal.Now.zonedDateTimeISO(firm.timeZone);
  await expect(footer).toContainText(`© ${year} ${firm.name}`);
  await expect(footer).toContainText(firm.address?.lines[0] ?? '');
  const emails = footer.getByRole('link', { name: firm.email });
  await expect(emails).toHaveCount(2);
  for (const email of await emails.all())
    await expect(email).toHaveAttribute('href', `mailto:${firm.email}`);
  const privacy = footer.getByRole('link', { name: copy.privacy });
  await expect(privacy).toHaveAttribute('href', firm.privacyPolicy ?? '/contact#privacy');
});

test('focus rings of the header are on screen; low, it scrolls away', async ({ page }) => {
  await page.goto('/about');
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const control of await header(page).locator('a:visible, button:visible').all()) {
      await control.focus();
      const top = await control.evaluate((element) => {
        const { outlineWidth, outlineOffset } = getComputedStyle(element);
        const outline = parseFloat(outlineWidth) + parseFloat(outlineOffset);
        return element.getBoundingClientRect().top - outline;
      });
      expect(top, `${await control.textContent()} at ${width} pixels`).toBeGreaterThanOrEqual(0);
    }
  }
  await page.setViewportSize({ width: 320, height: 256 }); // 400 % zoom
  await page.evaluate(() => scrollTo(0, 600));
  await expect(header(page)).not.toBeInViewport();
});

test('a link within a page does not scroll its target under the header', async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/platform#partners');
    const bar = await header(page).boundingBox();
    const [founders] = platform.value.audiences;
    const tabs = page.getByText(founders?.label ?? '', { exact: true }).first();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
    expect((await tabs.boundingBox())?.y).toBeGreaterThan(bar?.height ?? NaN);
    await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 1 });
  }
});

test('a printed question is below the text before it', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 672, height: 1009 }); // A4 within the margins.
  for (const path of ['/about', '/ecosystems', '/platform']) {
    await page.goto(path);
    await waitForFonts(page);
    const questions = await page.locator('.question').evaluateAll(measureSpaceAbove);
    expect(questions, path).not.toEqual([]);
    for (const { question, space } of questions)
      expect(space, `${path}: ${question}`).toBeGreaterThanOrEqual(8);
  }
});

test('Contact prints its information, the e-mail address on a line', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 794, height: 1123 });
  await openHydrated(page, '/contact');
  const details = page.getByRole('complementary');
  await expect(details.getByText(firm.address?.lines[0] ?? '')).toBeVisible();
  const email = details.getByRole('link', { name: firm.email });
  await expect(email).toBeVisible();
  const lines = await email.evaluate((link) => {
    const range = document.createRange();
    range.selectNodeContents(link);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
});

/** Runs in the page: returns the pixels between each question and the lowest text before it. */
function measureSpaceAbove(questions: Element[]) {
  return questions.map((question) => {
    const range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let lowest = 0;
    while (texts.nextNode() && !question.contains(texts.currentNode)) {
      range.selectNodeContents(texts.currentNode);
      lowest = Math.max(lowest, range.getBoundingClientRect().bottom);
    }
    const { top } = question.getBoundingClientRect();
    return { question: question.textContent, space: top - lowest };
  });
}

/** Expects animations, some of them driven by scrolling. */
async function expectAnimatedDrawings(page: Page, isScrollDriven: boolean) {
  const timelines = () =>
    page.locator('main svg, main .accent-line').evaluateAll((elements) =>
      elements
        .map((element) => getComputedStyle(element))
        .filter(({ animationName }) => animationName !== 'none')
        .map((style) => style.getPropertyValue('animation-timeline')),
    );
  expect(await timelines(), page.url()).not.toEqual([]);
  expect((await timelines()).some((timeline) => timeline !== 'auto')).toBe(isScrollDriven);
}

/** Expects no animation if the visitor prefers reduced motion. */
async function expectReducedMotion(page: Page) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await page.evaluate(() => document.getAnimations().length), page.url()).toBe(0);
  await page.emulateMedia({ reducedMotion: null });
}

async function expectHeaderInFront(page: Page) {
  await page.evaluate(() => scrollTo(0, 1200));
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(header(page).getByRole('link', { name: firm.name })).toBeInViewport({ ratio: 1 });
    await expect(header(page)).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    const isInFront = await header(page).evaluate((element) =>
      element.contains(document.elementFromPoint(innerWidth / 2, 30)),
    );
    expect(isInFront, `${page.url()} at ${width} pixels`).toBe(true);
  }
}

/** Expects firm, heading and disclaimer in black, without controls or images. */
async function expectPrintable(page: Page) {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(header(page).getByText(firm.name)).toBeVisible();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText(firm.disclaimer)).toBeVisible();
  const hidden = page.locator('nav, button, main svg, .hero-image');
  await expect(hidden.filter({ visible: true })).toHaveCount(0);
  await waitForFonts(page);
  const line = (await boxOf(header(page))).bottom;
  const { top } = await measureLetters(heading(page));
  expect(top - line, `${page.url()}: above the heading`).toBeGreaterThan(12);
  const colors = await page.evaluate(() => {
    const shown = [...document.querySelectorAll('body *')].filter((it) => it.checkVisibility());
    return [...new Set(shown.map((element) => getComputedStyle(element).color))];
  });
  expect(colors, page.url()).toEqual(['rgb(0, 0, 0)']);
  await page.emulateMedia({ media: null, colorScheme: null });
}
