import type { Browser, Page } from '@playwright/test';
import { firm } from '../app/content/firm.ts';

export interface Visit {
  path?: string;
  /** Of the window, in CSS pixels; that of a desktop unless told. */
  width?: number;
  /** How many times slower the processor is made; as fast as it is unless told. */
  slowdown?: number;
}

/** Opens a page of the site at `origin` in a fresh profile, with its fonts and without its photograph. */
export async function visit(
  browser: Browser,
  origin: string,
  { path = '/', width = 1440, slowdown = 1 }: Visit,
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  await page.route(`${new URL(firm.heroImage.url).origin}/**`, (route) => route.abort());
  await page.goto(origin + path, { waitUntil: 'load' });
  await page.waitForFunction(() => document.fonts.check('300 40px Newsreader'));
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

/** Has the application run the page, by an intent that does nothing else. */
export async function takeOver(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page.locator('.menu-button[aria-expanded]').waitFor({ state: 'attached' });
}
