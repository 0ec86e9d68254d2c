import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { inquiry, receiptUrl } from '../e2e/fixtures/inquiry-form.ts';
import { allPages, unknownPath } from '../fixtures/all-pages.ts';
import { serveSiteForFile } from '../fixtures/serve-site.ts';

const site = serveSiteForFile();
/** The oldest browser whose documents are tested: without `:has()`, popovers and hydration. */
let browser: Browser;

beforeAll(async () => {
  const packaged = 'tests/world/node_modules/chrome-aws-lambda/bin/chromium.br';
  const folder = mkdtempSync(path.join(tmpdir(), 'chromium-92-'));
  const executablePath = path.join(folder, 'chromium');
  writeFileSync(executablePath, brotliDecompressSync(readFileSync(packaged)), { mode: 0o755 });
  const args = ['--no-sandbox', '--no-zygote', '--disable-gpu'];
  browser = await chromium.launch({ executablePath, args });
  return async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  };
});

describe.each([320, 390, 768, 1280])('Chromium 92 at %i px', (width) => {
  it.each([...allPages.map(({ path }) => path), unknownPath])(
    'shows all links of %s, and nothing wider than the screen',
    async (pathname) => {
      const { page } = await open(pathname, width);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await page.evaluate(findCoveredControls)).toEqual([]);
    },
  );

  it('shows the funding fields to founders and investors alone', async () => {
    const { page, enter } = await open('/contact', width);
    const labels = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.funding label')]
          .map(({ innerText, offsetWidth }) => offsetWidth && innerText)
          .filter(Boolean),
      );
    await expect.poll(labels).toEqual([]);
    await enter('persona', 'founder');
    expect(await labels()).toEqual(['Funding Stage', 'Funding Amount']);
    await enter('persona', 'investor');
    await page.reload();
    // From the draft.
    await expect.poll(labels).toEqual(['Investment Focus', 'Investment Range']);
    await enter('persona', 'other');
    expect(await labels()).toEqual([]);
    const scripts = () => performance.getEntriesByType('resource').map(({ name }) => name);
    expect((await page.evaluate(scripts)).filter((name) => name.includes('hydrate'))).toEqual([]);
  });

  it('shows errors of the form, and sends it', async () => {
    const { page, click, enter } = await open('/contact', width);
    const text = (selector: string) => page.evaluate(readText, selector);
    await click('form [type=submit]');
    await expect.poll(() => text('.error-summary')).toContain('10 fields need attention');
    // `autofocus` scrolls the page after its text is there: a click before would miss.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.className))
      .toBe('error-summary');
    await click('.error-summary a');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('firstName');
    expect(await page.evaluate(findCoveredControls)).toEqual([]);
    const sent = { ...inquiry, persona: 'founder', fundingStage: 'Series A' };
    for (const [name, value] of Object.entries(sent)) await enter(name, value);
    await click('form [type=submit]');
    await expect.poll(() => page.url()).toMatch(receiptUrl);
    await expect.poll(() => text('.outcome')).toContain('Inquiry received');
    expect(await site.inquiries()).toMatchObject([sent]);
  });
});

/** Opens a page in the old browser, in which Playwright's own actions do not work. */
async function open(pathname: string, width: number) {
  const page = await browser.newPage({ viewport: { width, height: width < 768 ? 664 : 800 } });
  onTestFinished(() => page.close());
  await page.goto(site.url() + pathname, { timeout: 10_000 });

  async function click(selector: string) {
    const [x, y] = await page.evaluate((selector) => {
      const element = document.querySelector(selector) as Element;
      element.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2] as const;
    }, selector);
    await page.mouse.click(x, y);
  }

  async function enter(name: string, value: string) {
    const selector = `form [name=${name}]`;
    const isChoice = await page.evaluate(
      ([selector, value]) => {
        const field = document.querySelector(selector);
        if (!(field instanceof HTMLSelectElement)) return false;
        field.value = value;
        return field.dispatchEvent(new Event('change', { bubbles: true }));
      },
      [selector, value] as const,
    );
    if (isChoice) return;
    await click(selector);
    await page.keyboard.insertText(value);
  }

  return { page, click, enter };
}

const readText = (selector: string) => document.querySelector<HTMLElement>(selector)?.innerText;

/** Runs in the page: returns the controls that something covers, or that are not in view. */
function findCoveredControls() {
  const shown = 'nav li a, main a, footer a, .field input, .field select, textarea, form button';
  return [...document.querySelectorAll<HTMLElement>(shown)]
    .filter((control) => control.matches('nav a') || control.offsetWidth > 0)
    .filter((control) => {
      control.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = control.getBoundingClientRect();
      const found = document.elementFromPoint(left + width / 2, top + height / 2);
      return !found || !(control.contains(found) || found.contains(control));
    })
    .map((control) => control.textContent || control.id);
}
