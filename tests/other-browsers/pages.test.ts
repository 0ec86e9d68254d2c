import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { firm } from '../../src/content/firm.ts';
import { themeColors } from '../../src/content/theme-colors.ts';
import { allPages, unknownPath } from '../../tools/all-pages.ts';
import { copyBuildWithImageHost } from '../fixtures/image-host.ts';
import { serveSite } from '../fixtures/serve-site.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';
import { type Browser, browsers, desktop, phone, visit } from './browsers.ts';
import { openHydrated, type Page } from './page.ts';
import { collectLoadMessages } from './webkit.ts';

let site: Awaited<ReturnType<typeof serveSite>>;
beforeAll(async () => (site = await serveSite()));
afterAll(() => site.stop());

const paths = [...allPages.map(({ path }) => path), unknownPath];
const legalText = firm.disclaimer.slice(0, 60);

describe.each(browsers)('$name', (browser) => {
  it.each(['light', 'dark'] as const)(
    'each page shows its fonts, fits the screen and logs nothing in the console (%s)',
    async (colorScheme) => {
      const page = await visit(browser, site.url, { colorScheme });
      for (const screen of [phone, desktop]) {
        await page.resize(screen.width, screen.height);
        for (const path of paths) {
          await page.open(path);
          await expect.poll(() => page.evaluate(areFontsShown), { message: path }).toBe(true);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
            screen.width,
          );
          expect((await page.texts('footer'))[0]).toContain(legalText);
          expect(await page.evaluate(findWidows), path).toEqual([]);
          expect(await page.messages(), path).toEqual([]);
          await saveScreenshot(browser, page, `${path}-${screen.width}-${colorScheme}`);
        }
      }
      await page.open('/about');
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(background).toBe(rgb(themeColors.film[colorScheme]));
    },
  );

  it('animations run, but not with prefers-reduced-motion', async () => {
    const drawnIn = () => {
      const accentLine = document.querySelector('.hero-drawing .accent-line') ?? document.body;
      return getComputedStyle(accentLine).animationName;
    };
    const animated = await visit(browser, site.url, { screen: phone });
    await animated.open('/');
    expect(await animated.evaluate(drawnIn)).toBe('draw-line');
    const running = () =>
      document.getAnimations().filter(({ timeline }) => timeline === document.timeline).length;
    await expect.poll(() => animated.evaluate(running)).toBe(0);
    expect(await animated.evaluate(measureSpaceAboveHull)).toBeGreaterThanOrEqual(0);
    const reduced = await visit(browser, site.url, { reducedMotion: true });
    await openHydrated(reduced, '/');
    expect(await reduced.evaluate(drawnIn)).toBe('none');
    await reduced.click('.menu a', 'About');
    await expect.poll(() => reduced.texts('h1')).toEqual(['Who We Are']);
    expect(await reduced.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  it('a hero image that fails to load is hidden', async () => {
    const page = await visit(browser, site.url, { screen: phone });
    await page.open('/');
    await expect.poll(() => page.evaluate(isHeroImageShown)).toBe(false);
    await openHydrated(page, '/about');
    await page.traverse(-1);
    await expect.poll(() => page.texts('h1')).toHaveLength(1);
    await expect.poll(() => page.evaluate(isHeroImageShown)).toBe(false);
  });

  it('shows the hero image from a host without Cross-Origin headers', async () => {
    const build = await copyBuildWithImageHost();
    const ownSite = await serveSite({}, build.folder);
    onTestFinished(async () => {
      await ownSite.stop();
      build.stop();
    });
    const page = await visit(browser, ownSite.url, { screen: phone });
    await page.open('/');
    await expect.poll(() => page.evaluate(getHeroImageWidth)).toBeGreaterThan(0);
    expect(await page.evaluate(isHeroImageShown)).toBe(true);
  });

  it('pages, menu and tabs work without script, and controls that need it are hidden', async () => {
    const page = await visit(browser, site.url, { screen: phone, javaScript: false });
    for (const path of paths) {
      await page.open(path);
      expect((await page.texts('footer'))[0], path).toContain(legalText);
    }
    await page.click('.menu-button');
    await expect.poll(() => page.texts('#menu a')).toContain(firm.email);
    await page.click('#menu a', 'Platform');
    await expect.poll(page.address).toBe('/platform');
    const audiences = ['For Founders', 'For Sponsors/GPs', 'For Ecosystem Partners'];
    await expect.poll(() => page.texts('.tab-panel h3')).toEqual(audiences);
    await page.click('.tab', 'For Ecosystem Partners');
    await expect.poll(page.address).toBe('/platform#partners');
    await expect.poll(page.scrollTop).toBeGreaterThan(1000);
    await page.open('/contact');
    expect(await page.texts('.help-button, .copy-button')).toEqual([]);
    expect(await page.texts('.help-text')).toHaveLength(2);
  });
});

it('WebKit logs nothing in the console while a page loads', async () => {
  for (const path of paths) {
    const messages = await collectLoadMessages(site.url.origin + path);
    expect(messages.filter(isSiteMessage), path).toEqual([]);
  }
});

it('Firefox prints the complete text of each page', async () => {
  const [firefox] = browsers as [Browser];
  const page = await visit(firefox, site.url, { colorScheme: 'dark' });
  for (const path of paths) {
    await page.open(path);
    await expect.poll(() => page.evaluate(areFontsShown)).toBe(true);
    const printed = new Set(words([extractText(await page.print?.())]));
    const texts = await page.evaluate(readPrintedTexts);
    expect(texts.join(), path).toContain(legalText);
    const isPrinted = (text: string) => {
      const parts = words([text]);
      // poppler joins a word that is broken at its hyphen.
      return parts.every((part) => printed.has(part)) || printed.has(parts.join(''));
    };
    const lost = texts.flatMap((text) => text.split(/\s+/)).filter((text) => !isPrinted(text));
    expect(lost, path).toEqual([]);
    expect(printed.has('Inquiry'), path).toBe(false);
  }
});

/** WebKitGTK is built without web app manifests, unlike Safari. */
const isSiteMessage = (message: string) => !message.includes("directive 'manifest-src'");

/** Runs in the page: returns sans-serif texts. Firefox prints most serif weights as outlines. */
function readPrintedTexts() {
  return [
    ...document.querySelectorAll<HTMLElement>(
      'main p:not(:has(.text-link, .button)), main dd:not(.email), footer .grid p',
    ),
  ]
    .filter((element) => getComputedStyle(element).fontFamily.startsWith('"Instrument Sans"'))
    .filter(
      (element) =>
        !element.closest('.form-panel, .closing-call, [hidden]') && element.checkVisibility(),
    )
    .map((element) => element.innerText);
}

/** Excludes words with ligatures, which PDF text does not contain as letters. */
const words = (texts: string[]) =>
  texts
    .flatMap((text) => text.split(/[\s\u2010-]+/))
    .filter((word) => word && !/f[fil]|\ufffd/.test(word));

/** Extracts the text with poppler, on one line. */
function extractText(pdf: Uint8Array | undefined) {
  const file = path.join(temporaryFolder(), 'page.pdf');
  writeFileSync(file, pdf ?? '');
  try {
    return execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' }).replaceAll(/\s+/g, ' ');
  } catch (cause) {
    const needs = 'pdftotext failed. Install it (Debian: apt-get install poppler-utils).';
    throw new Error(needs, { cause });
  }
}

/** Saves screenshots for review: SCREENS=folder npm run test:other-browsers -- pages */
async function saveScreenshot({ name }: Browser, page: Page, title: string) {
  const folder = process.env['SCREENS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const file = `${name.toLowerCase()}${title.replaceAll('/', '-')}.png`;
  writeFileSync(path.join(folder, file), await page.screenshot());
}

const areFontsShown = () =>
  document.documentElement.classList.contains('fonts-loaded') &&
  ['Newsreader', 'Instrument Sans'].every((family) =>
    [...document.fonts].some(
      (font) => font.family.replaceAll(/["']/g, '') === family && font.status === 'loaded',
    ),
  );

/** Runs in the page: returns texts of four or more words whose last word is alone on its line. */
function findWidows() {
  const texts = [...document.querySelectorAll<HTMLElement>('main p, main dd')];
  return texts.flatMap((element) => {
    const text = element.lastChild;
    const value = text?.nodeValue ?? '';
    if (!text || value.split(' ').length < 4 || !element.checkVisibility()) return [];
    const measure = (start: number, end: number) => {
      const range = new Range();
      range.setStart(text, start);
      range.setEnd(text, end);
      return range.getBoundingClientRect();
    };
    const space = value.lastIndexOf(' ');
    const lastWord = measure(space + 1, value.length);
    // A word as long as an e-mail address fills its line.
    const isShort = lastWord.width < element.clientWidth / 3;
    return isShort && measure(space - 1, space).top !== lastWord.top ? [value] : [];
  });
}

/** Runs in the page: returns the pixels between the headline and the drawing below it. */
function measureSpaceAboveHull() {
  const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
  return (box('.hero-drawing')?.top ?? NaN) - (box('.hero h1')?.bottom ?? NaN);
}

const getHeroImageWidth = () =>
  document.querySelector<HTMLImageElement>('.hero-image')?.naturalWidth ?? 0;

const isHeroImageShown = () => document.querySelector('.hero-image')?.checkVisibility() ?? false;

const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
