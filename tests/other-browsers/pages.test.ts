import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firm } from '../../src/content/firm.ts';
import { surfaces } from '../../src/content/palette.ts';
import { allPages, unknownPath } from '../../tools/all-pages.ts';
import { serveSite } from '../fixtures/serve-site.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';
import { type Browser, browsers, desktop, phone, visit } from './browsers.ts';
import { openApplication, type Page } from './page.ts';
import { messagesOfLoading } from './webkit.ts';

let site: Awaited<ReturnType<typeof serveSite>>;
beforeAll(async () => (site = await serveSite()));
afterAll(() => site.stop());

const paths = [...allPages.map(({ path }) => path), unknownPath];
const legalText = firm.disclaimer.slice(0, 60);
const axeText = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

describe.each(browsers)('$name', (browser) => {
  it.each(['light', 'dark'] as const)(
    'paints each page in its own fonts and within the screen, without a word in the console: %s',
    async (colorScheme) => {
      const page = await visit(browser, site.url, { colorScheme });
      for (const screen of [phone, desktop]) {
        await page.resize(screen.width, screen.height);
        for (const path of paths) {
          await page.open(path);
          await expect.poll(() => page.evaluate(fontsShown), { message: path }).toBe(true);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
            screen.width,
          );
          expect((await page.texts('footer'))[0]).toContain(legalText);
          expect(await page.evaluate(lastWordsAlone), path).toEqual([]);
          expect(await page.messages(), path).toEqual([]);
          await keepPicture(browser, page, `${path}-${screen.width}-${colorScheme}`);
        }
      }
      await page.open('/about');
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(ground).toBe(rgb(surfaces.film[colorScheme]));
    },
  );

  it('has nothing on the pages that axe would complain about', async () => {
    const page = await visit(browser, site.url, { screen: phone, reducedMotion: true });
    for (const path of paths) {
      await openApplication(page, path);
      await expect.poll(() => page.evaluate(fontsShown)).toBe(true);
      await page.run(axeText);
      expect(await page.evaluate(violations, standards), path).toEqual([]);
    }
  });

  it('moves what is to be moved, and nothing for those who want less of it', async () => {
    const drawnIn = () => {
      const keel = document.querySelector('.hero-drawing .accent-line') ?? document.body;
      return getComputedStyle(keel).animationName;
    };
    const moving = await visit(browser, site.url, { screen: phone });
    await moving.open('/');
    expect(await moving.evaluate(drawnIn)).toBe('lay');
    const running = () => document.getAnimations().length;
    await expect.poll(() => moving.evaluate(running)).toBe(0);
    expect(await moving.evaluate(roomAboveHull)).toBeGreaterThanOrEqual(0);
    const still = await visit(browser, site.url, { reducedMotion: true });
    await openApplication(still, '/');
    expect(await still.evaluate(drawnIn)).toBe('none');
    await still.click('.menu a', 'About');
    await expect.poll(() => still.texts('h1')).toEqual(['Who We Are']);
    expect(await still.evaluate(() => document.getAnimations().length)).toBe(0);
  });

  it('shows no sign of a photograph that can’t be had', async () => {
    const page = await visit(browser, site.url, { screen: phone });
    await page.open('/');
    await expect.poll(() => page.evaluate(isPhotographShown)).toBe(false);
    await openApplication(page, '/about');
    await page.traverse(-1);
    await expect.poll(() => page.texts('h1')).toHaveLength(1);
    await expect.poll(() => page.evaluate(isPhotographShown)).toBe(false);
  });

  it('shows pages, menu, every tab and no dead control without script', async () => {
    const page = await visit(browser, site.url, { screen: phone, javaScript: false });
    for (const path of paths) {
      await page.open(path);
      expect((await page.texts('footer'))[0], path).toContain(legalText);
    }
    await page.click('.menu-button');
    await expect.poll(() => page.texts('#menu a')).toHaveLength(5);
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

it('WebKit says nothing in its console while a page loads', async () => {
  for (const path of paths) {
    const messages = await messagesOfLoading(site.url.origin + path);
    expect(messages.filter(isOfTheSite), path).toEqual([]);
  }
});

it('Firefox prints each page with its words and the legal text', async () => {
  const [firefox] = browsers as [Browser];
  const page = await visit(firefox, site.url, { colorScheme: 'dark' });
  for (const path of paths) {
    await page.open(path);
    await expect.poll(() => page.evaluate(fontsShown)).toBe(true);
    const printed = new Set(words([textOf(await page.print?.())]));
    const texts = await page.evaluate(printedTexts);
    expect(texts.join(), path).toContain(legalText);
    expect(
      words(texts).filter((word) => !printed.has(word)),
      path,
    ).toEqual([]);
    expect(printed.has('Inquiry'), path).toBe(false);
  }
});

/** WebKitGTK is built without web app manifests, unlike Safari. */
const isOfTheSite = (message: string) => !message.includes("directive 'manifest-src'");

/** In the page: what is set in the sans. Of the serif, Firefox draws most weights as outlines. */
function printedTexts() {
  return [
    ...document.querySelectorAll<HTMLElement>(
      'main p:not(:has(.text-link, .button)), main dd:not(.email), footer .grid p',
    ),
  ]
    .filter((element) => getComputedStyle(element).fontFamily.startsWith('"Instrument Sans"'))
    .filter((element) => !element.closest('.form-panel, [hidden]') && element.checkVisibility())
    .map((element) => element.innerText);
}

/** Without those with a ligature, of which a PDF keeps no letters. */
const words = (texts: string[]) =>
  texts
    .flatMap((text) => text.split(/[\s\u2010-]+/))
    .filter((word) => word && !/f[fil]|\ufffd/.test(word));

/** As poppler reads it, in one line. */
function textOf(pdf: Uint8Array | undefined) {
  const file = path.join(temporaryFolder(), 'page.pdf');
  writeFileSync(file, pdf ?? '');
  try {
    return execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' }).replaceAll(/\s+/g, ' ');
  } catch (cause) {
    const needs = 'pdftotext did not run (Debian: apt-get install poppler-utils)';
    throw new Error(needs, { cause });
  }
}

/** For people to look at: SCREENS=folder npm run test:browsers -- pages */
async function keepPicture({ name }: Browser, page: Page, title: string) {
  const folder = process.env['SCREENS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const file = `${name.toLowerCase()}${title.replaceAll('/', '-')}.png`;
  writeFileSync(path.join(folder, file), await page.screenshot());
}

const fontsShown = () =>
  document.documentElement.classList.contains('fonts-loaded') &&
  ['Newsreader', 'Instrument Sans'].every((family) =>
    [...document.fonts].some(
      (font) => font.family.replaceAll(/["']/g, '') === family && font.status === 'loaded',
    ),
  );

/** In the page: texts of four words and more whose last one has a line for itself. */
function lastWordsAlone() {
  const texts = [...document.querySelectorAll<HTMLElement>('main p, main dd')];
  return texts.flatMap((element) => {
    const text = element.lastChild;
    const value = text?.nodeValue ?? '';
    if (!text || value.split(' ').length < 4 || !element.checkVisibility()) return [];
    const topOf = (at: number) => {
      const range = new Range();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().top;
    };
    const space = value.lastIndexOf(' ');
    return topOf(space - 1) === topOf(space + 1) ? [] : [value];
  });
}

/** In the page: pixels from the headline down to the drawing below it. */
function roomAboveHull() {
  const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
  return (box('.hero-drawing')?.top ?? NaN) - (box('.hero h1')?.bottom ?? NaN);
}

const isPhotographShown = () => document.querySelector('.hero-image')?.checkVisibility() ?? false;

async function violations(standards: string[]) {
  const { axe: engine } = globalThis as unknown as { axe: typeof axe };
  const { violations } = await engine.run({ runOnly: { type: 'tag', values: standards } });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
