import type { BrowserSettings } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { createPage } from './page.ts';
import { startWebKit } from './webkit.ts';

export const browsers = [
  { name: 'Firefox', start: startFirefox },
  { name: 'WebKit', start: startWebKit },
];

export type Browser = (typeof browsers)[number];

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

interface Visit extends BrowserSettings {
  screen?: typeof phone;
}

/** Starts a browser for this test and returns its page. */
export async function visit(
  browser: Browser,
  origin: URL,
  { screen = desktop, ...settings }: Visit = {},
) {
  const driver = await browser.start(settings);
  await driver.resize(screen.width, screen.height);
  return createPage(driver, origin.origin);
}
