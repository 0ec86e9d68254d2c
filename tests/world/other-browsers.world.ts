import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { contact } from '../../src/content/contact.ts';
import { errors } from '../../src/content/fields.ts';
import { firm } from '../../src/content/firm.ts';
import { formatPlural } from '../../src/text/format-number.ts';
import { freePort } from '../../tools/start-server.ts';
import { translateDocument, wrapInDocument, wrappedElements } from '../e2e/fixtures/change-page.ts';
import { inquiry } from '../e2e/fixtures/inquiry-form.ts';
import { allPages } from '../fixtures/all-pages.ts';
import { isInstalled } from '../fixtures/installed-programs.ts';
import { serveSiteForFile } from '../fixtures/serve-site.ts';

// Packages of this folder, whose types the project lacks.
const { launch } = await import('puppeteer-core' as string);
const { Builder, By, Key } = await import('selenium-webdriver' as string);

/** Narrow enough for the menu button. */
const size = { width: 700, height: 900 };

type Browser = Awaited<ReturnType<typeof startFirefox>>;

/** Starts Firefox, controlled by WebDriver BiDi. */
async function startFirefox() {
  const executablePath = process.env['FIREFOX'] ?? '/usr/bin/firefox-esr';
  const firefox = await launch({ browser: 'firefox', executablePath, defaultViewport: size });
  // A new window has the focus, without which Enter does not press a button.
  const page = await firefox.newPage({ type: 'window' });
  return {
    open: (url: string) => page.goto(url),
    /** Evaluates an expression in the page. */
    evaluate: (expression: string) => page.evaluate(expression),
    click: (selector: string) => page.click(selector),
    press: (key: string) => page.keyboard.press(key),
    type: (text: string) => page.keyboard.type(text),
    close: () => firefox.close(),
  };
}

/** Starts WebKitGTK's MiniBrowser on a virtual screen, controlled by WebDriver. */
async function startWebKit(): Promise<Browser> {
  const port = await freePort();
  const screen = ['-a', '-s', '-screen 0 1400x1200x24'];
  const server = spawn('xvfb-run', [...screen, 'WebKitWebDriver', `--port=${port}`], {
    env: { ...process.env, GDK_BACKEND: 'x11' },
    detached: true,
  });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${url}/status`), { timeout: 20_000 });
  const builder = new Builder().usingServer(url).withCapabilities({ browserName: 'MiniBrowser' });
  const driver = await builder.build();
  // Without a window manager, the window below the pointer, in the center, has the focus.
  await driver
    .manage()
    .window()
    .setRect({ x: 350, y: 150, ...size });
  return {
    open: (url) => driver.get(url),
    evaluate: (expression) => driver.executeScript(`return ${expression}`),
    click: (selector) => driver.findElement(By.css(selector)).click(),
    press: (key) => driver.actions().sendKeys(Key[key.toUpperCase()]).perform(),
    type: (text) => driver.actions().sendKeys(text).perform(),
    async close() {
      await driver.quit();
      process.kill(-(server.pid ?? NaN)); // With the programs that it started.
      await once(server, 'exit');
    },
  };
}

/** Letters select the option that begins with them. */
const typed = {
  ...inquiry,
  email: 'mara@northquay',
  persona: 'Op',
  companySize: '51',
  timeline: '3',
};

/** Expressions that change the document as others do. */
const changes = {
  'a translator': `(${translateDocument})()`,
  'an extension': `(${wrapInDocument})(${JSON.stringify(wrappedElements)})`,
};

const browsers = { 'firefox-esr': startFirefox, WebKitWebDriver: startWebKit };

for (const [program, startBrowser] of Object.entries(browsers)) {
  describe.skipIf(!isInstalled(program))(program, () => {
    const site = serveSiteForFile();
    let browser: Browser;
    beforeAll(async () => {
      browser = await startBrowser();
      return browser.close;
    });

    /** Opens a page and hydrates it by a key without other effect. */
    async function open(pathname: string) {
      await browser.open(site.url() + pathname);
      await browser.press('Shift');
      const isHydrated = () => browser.evaluate('!!document.querySelector("[data-hydrated]")');
      await expect.poll(isHydrated).toBe(true);
    }

    /** Clicks an element once it is visible. */
    async function click(selector: string) {
      await expect.poll(() => readText(selector)).not.toBe('');
      await browser.click(selector);
    }

    /** Returns the texts of the visible elements that match, separated by `|`. */
    const readText = (selector: string) =>
      browser.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})]
      .filter((element) => element.checkVisibility())
      .map(({ innerText }) => innerText.trim())
      .join('|')`);

    const readPath = () => browser.evaluate('location.pathname');

    /** Returns the id, label or text of the focused element. */
    const readFocused = () =>
      browser.evaluate(`(({ id, ariaLabel, innerText }) => id || ariaLabel || innerText.trim())(
      document.activeElement)`);

    /** Presses Tab until the element of this id or text has the focus. */
    async function tabTo(name: string) {
      for (let count = 0; count < 60 && (await readFocused()) !== name; count += 1)
        await browser.press('Tab');
      expect(await readFocused()).toBe(name);
    }

    it('opens and closes the menu, whose links keep the document', async () => {
      await open('/about');
      expect(await readText('#menu a')).toBe('');
      await click('.menu-button');
      await expect.poll(() => readText('#menu a')).toContain('Platform');
      await browser.press('Escape');
      await expect.poll(() => readText('#menu a')).toBe('');
      expect(await readFocused()).toBe('Menu');
      await browser.press('Enter');
      await browser.evaluate('(document.body.id = "same")');
      await click('#menu a[href="/platform"]');
      await expect.poll(readPath).toBe('/platform');
      await expect.poll(() => readText('#menu a')).toBe('');
      expect(await browser.evaluate('document.body.id')).toBe('same');
    });

    it('returns by Back to the place where it left a page', async () => {
      await open('/platform');
      await click('footer a[href="/ecosystems"]');
      await expect.poll(readPath).toBe('/ecosystems');
      await expect.poll(() => browser.evaluate('scrollY')).toBe(0);
      await browser.evaluate('history.back()');
      await expect.poll(readPath).toBe('/platform');
      await expect.poll(() => browser.evaluate('scrollY')).toBeGreaterThan(500);
    });

    it.each(Object.entries(changes))(
      'leads from each page to each other one after %s changed both',
      async (_, change) => {
        const headings = new Map<string, string>();
        for (const { path } of allPages) {
          await open(path);
          headings.set(path, await readText('h1'));
        }
        for (const [index, from] of allPages.entries()) {
          await open(from.path);
          await browser.evaluate('(document.body.id = "same")');
          await browser.evaluate(change);
          for (const to of allPages.slice(index + 1)) {
            // There and back.
            for (const { path } of [to, from]) {
              // By script: the pointer may miss a link that moves as the page ends its change.
              await browser.evaluate(`document.querySelector('footer a[href="${path}"]').click()`);
              await expect.poll(() => readText('h1')).toBe(headings.get(path));
              expect(await readPath()).toBe(path);
              await browser.evaluate(change);
            }
          }
          expect(await browser.evaluate('document.body.id')).toBe('same');
        }
      },
    );

    const formChanges = { nobody: '0', ...changes };
    it.each(Object.entries(formChanges))(
      'reports errors of the form, which is filled in and sent by keyboard, after %s changed it',
      async (_, change) => {
        await open('/contact');
        await browser.evaluate(change);
        await click('form [type=submit]');
        await expect.poll(readFocused).toContain(formatPlural(firm, contact.errors.heading, 10));
        await browser.evaluate(change);
        for (const [field, text] of Object.entries(typed)) {
          await tabTo(field);
          await browser.type(text);
        }
        await tabTo(contact.form.submit);
        await browser.press('Enter');
        await expect.poll(() => readText('.field-error')).toBe(errors.email);
        await browser.evaluate(change);
        await tabTo('email');
        await browser.press('End');
        await browser.type('.example');
        await tabTo(contact.form.submit);
        await browser.press('Enter');
        await expect.poll(() => readText('.outcome')).toContain(contact.outcome.received);
        expect(await site.inquiries()).toMatchObject([inquiry]);
      },
    );
  });
}
