import { launch } from 'puppeteer-core';
import { expect, onTestFinished } from 'vitest';
import type { BrowserSettings, Driver } from './driver.ts';
import { findProgram } from './find-program.ts';

const names = [
  'firefox',
  'firefox-esr',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** Starts Firefox with an empty profile, controlled by WebDriver BiDi. */
export async function startFirefox({
  colorScheme,
  reducedMotion = false,
  javaScript = true,
}: BrowserSettings = {}): Promise<Driver> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: findProgram('FIREFOX', names, 'Firefox', 'firefox-esr'),
    defaultViewport: null,
    extraPrefsFirefox: {
      'ui.systemUsesDarkTheme': Number(colorScheme === 'dark'),
      'ui.prefersReducedMotion': Number(reducedMotion),
      'javascript.enabled': javaScript,
      'ui.useOverlayScrollbars': 1,
      ...offlinePreferences,
    },
  });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const messages: string[] = [];
  page.on('console', (message) => void messages.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => void messages.push(`error: ${String(error)}`));
  return {
    navigate(url) {
      messages.length = 0;
      return page.goto(url);
    },
    // page.goBack waits for a load event, which does not fire for pages of the back/forward cache.
    traverse: (delta) => page.evaluate(`history.go(${delta})`),
    // page.reload waits for ever after a page of that cache.
    async reload() {
      await page.evaluate('void setTimeout(() => location.reload())');
      const isReloaded = `document.readyState === 'complete' &&
        performance.getEntriesByType('navigation')[0].type === 'reload'`;
      await expect.poll(() => page.evaluate(isReloaded).catch(() => false)).toBe(true);
    },
    evaluate: (expression) => page.evaluate(expression),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    click: ({ x, y }) => page.mouse.click(x, y),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: () => page.screenshot(),
    print: () => page.pdf(),
    messages: async () => messages,
  };
}

/** Blocks all requests to other hosts. */
const offlinePreferences = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
};
