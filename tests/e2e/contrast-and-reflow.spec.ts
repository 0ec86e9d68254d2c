import type { Page } from '@playwright/test';
import { received } from '../../src/notifications/messages/received.ts';
import { header } from '../../src/content/layout.ts';
import { composeMail } from '../../src/notifications/email/compose-mail.ts';
import { allPages, unknownPath } from '../../tools/all-pages.ts';
import { sampleFirm } from '../fixtures/sample-firm.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { expectNoHorizontalScrolling, expectNoViolations, runAxe } from './fixtures/axe.ts';
import { type Color, contrastOf } from './fixtures/contrast.ts';
import { openHydrated } from './fixtures/page.ts';
import { expect, test } from './fixtures/site.ts';
import { expectTabStops } from './fixtures/tab-stops.ts';

const paths = [...allPages.map(({ path }) => path), unknownPath];

for (const path of paths) {
  test(`${path} has running text of high contrast, which nothing clips`, async ({ page }) => {
    await openHydrated(page, path);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const texts = 'main :is(p, dd, li), footer :is(p, dd, dt, li)';
      const violations = await runAxe(page, { runOnly: 'color-contrast-enhanced' }, texts);
      const found = violations.flatMap(({ nodes }) => nodes.map(({ html }) => html));
      expect(found.filter(isRunningText), colorScheme).toEqual([]);
    }
    // 1280 pixels at 400 % zoom.
    await page.setViewportSize({ width: 320, height: 256 });
    expect(await findClippedTexts(page)).toEqual([]);
    const undo = await widenSpacing(page);
    await expectNoClippedTexts(page);
    await undo();
    await page.setViewportSize({ width: 390, height: 844 });
    await setTextSize(page, '200%');
    expect(await findClippedTexts(page), 'With text of 200 %').toEqual([]);
    await setTextSize(page, '');
    await page.setViewportSize({ width: 320, height: 800 });
    await lengthenWords(page);
    expect(await findClippedTexts(page), 'With words of 26 letters').toEqual([]);
  });
}

test('a form with every error has no violations', async ({ page, form }) => {
  await form.open();
  await form.persona.selectOption('investor');
  await page.setViewportSize({ width: 390, height: 500 });
  await form.submitButton.click();
  await expect(form.errorSummary).toBeFocused();
  await page.getByRole('link', { name: header.skip }).focus();
  await page.keyboard.press('Shift+Tab'); // To the start of the page.
  await expectTabStops(page, 'Tab');
  await page.evaluate(() => scrollTo(0, 0)); // Where the header covers no control.
  await expectNoViolations(page);
  await expectNoHorizontalScrolling(page);
  await widenSpacing(page);
  await expectNoClippedTexts(page);
});

/** Pairs of tokens whose contrast axe does not check (WCAG 1.4.11), or not in this state. */
const pairs = [
  ['accent', 'surface', 3], // Focus outlines
  ['button', 'surface', 3],
  ['button-text', 'button-hover', 4.5],
  ['button-text', 'button-active', 4.5],
] as const;
const fieldPairs = [
  ['field-line', 'field', 3],
  ['field-line', 'surface', 3],
  ['accent', 'field', 3],
] as const;

for (const colorScheme of ['light', 'dark'] as const) {
  test(`controls and focus outlines have enough contrast: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/contact');
    for (const theme of ['film', 'paper', 'stone', 'ink', 'deep']) {
      const hasForm = theme !== 'ink' && theme !== 'deep';
      for (const [token, against, min] of hasForm ? [...pairs, ...fieldPairs] : pairs) {
        const color = await readColor(page, theme, token);
        const behind = await readColor(page, theme, against);
        expect(contrastOf(color, behind), `${token} on ${against}, ${theme}`).toBeGreaterThan(min);
      }
    }
  });
}

test('an e-mail has no violations, and fits on small phones', async ({ page }) => {
  const message = `Our deck: https://files.example/${'x'.repeat(121 - 'https://files.example/'.length)}`;
  const { html } = composeMail(
    {
      id: `received-${'a'.repeat(36)}`,
      message: received,
      data: {
        inquiry: {
          id: 'a'.repeat(36),
          receivedAt: '2026-11-21T12:00:00.000Z',
          status: 'new' as const,
          ...sampleInquiry,
          ...{ lastName: 'w'.repeat(100), company: 'W'.repeat(100), message },
        },
      },
    },
    {
      from: { name: '', address: 'website@firm.example' },
      to: [],
      timeZone: 'UTC',
      clock: () => Date.parse('2026-11-23T12:00:00.000Z'),
      firm: sampleFirm,
      links: () =>
        (['qualify', 'decline', 'respond', 'spam'] as const).map((action) => ({
          action,
          label: 'Reviewed, declined',
          url: `https://firm.example/${action}`,
        })),
    },
  );
  await page.setContent(String(html));
  for (const width of [320, 390, 700]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // A mail stands within a client's page, which has the landmarks.
    const rules = { region: { enabled: false }, 'landmark-one-main': { enabled: false } };
    const violations = await runAxe(page, { rules });
    const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    expect(found, colorScheme).toEqual([]);
  }
});

/** Reads a token of palette.css on a surface. */
const readColor = (page: Page, theme: string, token: string) =>
  page.evaluate(
    ([theme, token]) => {
      const element = Object.assign(document.createElement('div'), { className: `theme-${theme}` });
      element.style.color = `var(--${token})`;
      document.body.append(element);
      return getComputedStyle(element).color.match(/\d+/g)?.map(Number) as Color;
    },
    [theme, token] as const,
  );

async function expectNoClippedTexts(page: Page) {
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await findClippedTexts(page), `At ${width} pixels`).toEqual([]);
  }
}

/** Excludes links and buttons, which need 4.5:1 and are checked elsewhere. */
const isRunningText = (html: string) => !/^<(a|button)\b/.test(html);

/** Puts a long word into every text, except texts that must stay on one line. */
const lengthenWords = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(
      document.querySelector('main') as Node,
      NodeFilter.SHOW_TEXT,
    );
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      if (text.parentElement?.closest('.no-break, .platform-hero h1, script')) continue;
      text.textContent =
        text.textContent?.replace(/\p{L}{2,}/u, 'Counterrevolutionarinesses') ?? '';
    }
  });

/**
 * Applies the text spacing of WCAG 1.4.12, in a constructed style sheet because of the CSP. Returns a
 * function that removes it.
 */
async function widenSpacing(page: Page) {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }`);
    document.adoptedStyleSheets.push(sheet);
  });
  return () => page.evaluate(() => void document.adoptedStyleSheets.pop());
}

/** Sets the font size of the root element, as the browser's setting does. */
const setTextSize = (page: Page, size: string) =>
  page.evaluate((size) => void (document.documentElement.style.fontSize = size), size);

/** Returns texts that exceed the screen or are clipped by a box. */
const findClippedTexts = (page: Page) =>
  page.evaluate(() => {
    const clipped = new Set<string>();
    if (document.documentElement.scrollWidth > innerWidth)
      clipped.add('The page scrolls horizontally');
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const element = text.parentElement;
      const isVisible =
        text.textContent?.trim() &&
        element?.checkVisibility({ visibilityProperty: true }) &&
        // The tabs scroll.
        !element.closest('.visually-hidden, .skip-link, .honeypot, option, .tab-list');
      if (!isVisible) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      if (box.right > innerWidth + 1 || box.left < -1)
        clipped.add(`Outside the screen: ${text.textContent}`);
      for (let around = element; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowY === 'visible') continue;
        const frame = around.getBoundingClientRect();
        if (box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
          clipped.add(`Clipped: ${text.textContent}`);
      }
    }
    return [...clipped];
  });
