import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { header } from '../../src/content/layout.ts';
import { colorPairs, hasEnhancedContrast } from '../../tools/check-palette.ts';
import { allPages, unknownPath } from '../fixtures/all-pages.ts';
import { expectAccessible, runAxe } from './fixtures/axe.ts';
import { openHydrated } from './fixtures/page.ts';
import { expect, test } from './fixtures/site.ts';
import { expectTabStops } from './fixtures/tab-stops.ts';

/** Of a firm whose palette has no more than it needs, running text does not either. */
const palette = readFileSync('src/content/palette.css', 'utf8');
const contrastRule = hasEnhancedContrast(palette) ? 'color-contrast-enhanced' : 'color-contrast';

for (const path of [...allPages.map(({ path }) => path), unknownPath]) {
  test(`${path} has running text of the palette’s contrast, which nothing clips`, async ({
    page,
  }) => {
    await openHydrated(page, path);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const texts = 'main :is(p, dd, li), footer :is(p, dd, dt, li)';
      const found = await runAxe(page, { runOnly: contrastRule }, texts);
      // Links and buttons need 4.5:1, and are checked elsewhere.
      const inText = found.filter((text) => !/^[\w-]+: <(a|button)\b/.test(text));
      expect(inText, colorScheme).toEqual([]);
    }
    await expectNoClippedTexts(page, 320, '1280 pixels at 400 % zoom', 256);
    await expectRoomForSpacing(page);
    // As the browser's setting does.
    const setTextSize = (size: string) =>
      page.locator('html').evaluate((html, size) => void (html.style.fontSize = size), size);
    await setTextSize('200%');
    for (const width of [320, 390])
      await expectNoClippedTexts(page, width, `At ${width} pixels with text of 200 %`);
    await setTextSize('');
    await lengthenWords(page);
    await expectNoClippedTexts(page, 320, 'With words of 26 letters');
    await setTextSize('200%');
    await expectNoClippedTexts(page, 320, 'With words of 26 letters and text of 200 %');
  });
}

test('a form with every error has no violations', async ({ page, form }) => {
  await form.open();
  await form.persona.selectOption('investor');
  await page.setViewportSize({ width: 390, height: 500 });
  await form.submitButton.click();
  await expect(form.errorSummary).toBeFocused();
  // Off the help buttons: one that scrolls below the pointer opens its tooltip.
  await page.mouse.move(0, 0);
  await page.getByRole('link', { name: header.skip }).focus();
  await page.keyboard.press('Shift+Tab'); // To the start of the page.
  await expectTabStops(page, 'Tab');
  await page.evaluate(() => scrollTo(0, 0)); // Where the header covers no control.
  await expectAccessible(page);
  await expectRoomForSpacing(page);
});

// The build measures the same pairs, as it reads the palette.
test('the colors of text, controls and focus outlines have enough contrast', async ({ page }) => {
  await openHydrated(page, '/contact');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(
      (pairs) => {
        const samples = pairs.flatMap(({ color, on, ratio, elements }) =>
          elements.map((className) => {
            const textContent = `${color} on ${on}`;
            const sample = Object.assign(document.createElement('p'), { className, textContent });
            const fontSize = ratio === 3 ? '24px' : '16px'; // Large text needs 3:1.
            const colors = { color: `var(--${color})`, background: `var(--${on})` };
            Object.assign(sample.style, { ...colors, fontSize, transition: 'none' });
            return sample;
          }),
        );
        document.body.replaceChildren(...samples);
      },
      colorPairs.filter(({ scheme }) => scheme === undefined || scheme === colorScheme),
    );
    expect(await runAxe(page, { runOnly: 'color-contrast' }), colorScheme).toEqual([]);
  }
});

async function expectNoClippedTexts(page: Page, width: number, state: string, height = 800) {
  await page.setViewportSize({ width, height });
  expect(await findClippedTexts(page), state).toEqual([]);
}

/** Applies the text spacing of WCAG 1.4.12, in a constructed style sheet because of the CSP. */
async function expectRoomForSpacing(page: Page) {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }`);
    document.adoptedStyleSheets.push(sheet);
  });
  for (const width of [320, 768, 1280])
    await expectNoClippedTexts(page, width, `At ${width} pixels with wide spacing`);
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
}

/** Puts a long word into every text, except texts that must stay on one line. */
const lengthenWords = (page: Page) =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll('main, footer')) {
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { currentNode: text } = texts;
        if (text.parentElement?.closest('.no-break, .platform-hero h1, script')) continue;
        text.textContent =
          text.textContent?.replace(/\p{L}{2,}/u, 'Counterrevolutionarinesses') ?? '';
      }
    }
  });

/** Returns texts that exceed the screen or are clipped by a box. */
const findClippedTexts = (page: Page) =>
  page.evaluate(() => {
    const clipped = new Set<string>();
    let widest = { right: 0, text: '' };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const element = text.parentElement;
      const isVisible =
        text.textContent?.trim() &&
        element?.checkVisibility({ visibilityProperty: true }) &&
        !element.closest('.visually-hidden, .skip-link, .honeypot, option');
      if (!isVisible) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      if (box.right > widest.right) widest = { right: box.right, text: text.textContent ?? '' };
      if (box.right > innerWidth + 1 || box.left < -1)
        clipped.add(`Outside the screen: ${text.textContent}`);
      for (let around = element; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowY === 'visible') continue;
        const frame = around.getBoundingClientRect();
        if (box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
          clipped.add(`Clipped: ${text.textContent}`);
      }
    }
    if (document.documentElement.scrollWidth > innerWidth)
      clipped.add(`The page scrolls horizontally. The text that ends last is: ${widest.text}`);
    return [...clipped];
  });
