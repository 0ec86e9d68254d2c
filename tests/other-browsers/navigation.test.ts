import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firm } from '../../src/content/firm.ts';
import { platform } from '../../src/content/platform.ts';
import { startFaultProxy } from '../fixtures/fault-proxy.ts';
import { serveSite } from '../fixtures/serve-site.ts';
import { browsers, phone, visit } from './browsers.ts';
import { openHydrated, type Page, tabTo } from './page.ts';

let site: Awaited<ReturnType<typeof serveSite>>;
beforeAll(async () => (site = await serveSite()));
afterAll(() => site.stop());

const heading = async (page: Page) => (await page.texts('h1'))[0];
const menuLinks = ['Home', 'About', 'Platform', 'Ecosystems', 'Contact'];
const partnersPromise = platform.value.audiences.find(({ id }) => id === 'partners')?.promise;

describe.each(browsers)('$name', (browser) => {
  it('the menu opens and closes by pointer, before and after hydration', async () => {
    const proxy = await startFaultProxy(site.url.href, { holdRequests: /\/assets\/hydrate-/ });
    const page = await visit(browser, new URL(proxy.url), { screen: phone });
    await page.open('/');
    expect(await page.texts('#menu a')).toEqual([]);
    await page.click('.menu-button');
    await expect.poll(() => page.texts('#menu a')).toEqual([...menuLinks, firm.email]);
    proxy.release();
    await expect.poll(page.isHydrated).toBe(true);
    await page.click('.menu-button');
    await expect.poll(() => page.texts('#menu a')).toEqual([]);
    await page.click('.menu-button');
    await page.click('#menu a', 'About');
    await expect.poll(() => heading(page)).toBe('Who We Are');
    expect(await page.texts('#menu a')).toEqual([]);
    expect(await page.messages()).toEqual([]);
  });

  it('the menu opens by keyboard and closes with Escape', async () => {
    const page = await visit(browser, site.url, { screen: phone });
    await openHydrated(page, '/');
    await tabTo(page, 'Menu');
    await page.press('Enter');
    for (const name of menuLinks) {
      await page.press('Tab');
      expect(await page.focused()).toBe(name);
      expect(await page.isFocusShown()).toBe(true);
    }
    await page.press('Escape');
    await expect.poll(() => page.texts('#menu a')).toEqual([]);
    expect(await page.focused()).toBe('Menu');
    await page.press('Enter');
    await tabTo(page, 'Partner With Us');
    await expect.poll(() => page.texts('#menu a')).toEqual([]);
  });

  it('links navigate in the same document, and Back restores the scroll position', async () => {
    const page = await visit(browser, site.url);
    await openHydrated(page, '/');
    await page.evaluate(() => void (document.body.id = 'marked'));
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(page.scrollTop).toBeGreaterThan(500);
    const scrollPosition = await page.scrollTop();

    await page.click('footer a', 'About');
    await expect.poll(() => heading(page)).toBe('Who We Are');
    expect(await page.focused()).toBe('Who We Are');
    await expect.poll(() => page.evaluate(() => document.title)).toBe(`About | ${firm.name}`);
    expect(await page.scrollTop()).toBe(0);
    await page.traverse(-1);
    await expect.poll(() => heading(page)).toMatch(/^Capital With Conviction/);
    // WebKit leaves 3 px in a row aligned by baseline after the fonts were loaded.
    await expect.poll(page.scrollTop).toBeCloseTo(scrollPosition, -1);
    await page.traverse(1);
    await expect.poll(() => heading(page)).toBe('Who We Are');
    await expect.poll(page.scrollTop).toBe(0);
    expect(await page.evaluate(() => document.body.id)).toBe('marked');
    expect(await page.messages()).toEqual([]);
  });

  it('links load documents before hydration, and Back restores the scroll position', async () => {
    const page = await visit(browser, site.url, { javaScript: false });
    await page.open('/about');
    await page.evaluate(() => scrollTo(0, 900));
    await page.evaluate(() =>
      (document.querySelector<HTMLElement>('footer a') ?? document.body).click(),
    );
    await expect.poll(page.address).toBe('/');
    await page.traverse(-1);
    await expect.poll(() => heading(page)).toBe('Who We Are');
    await expect.poll(page.scrollTop).toBe(900);
  });

  it('a tab is selected by click, arrow keys or the URL hash, also before hydration', async () => {
    const proxy = await startFaultProxy(site.url.href, { holdRequests: /\/assets\/hydrate-/ });
    const page = await visit(browser, new URL(proxy.url));
    const selected = () => page.texts('[aria-selected=true]');
    const panels = () => page.texts('.tab-panel .statement');
    await page.open('/platform#partners');
    expect(await panels()).toEqual([partnersPromise]);
    proxy.release();
    await page.open('/');
    await openHydrated(page, '/platform#sponsors');
    expect(await selected()).toEqual(['For Sponsors/GPs']);
    await page.click('[role=tab]', 'For Ecosystem Partners');
    expect(await selected()).toEqual(['For Ecosystem Partners']);
    expect(await page.address()).toBe('/platform#partners');
    expect(await panels()).toEqual([partnersPromise]);

    await page.press('ArrowRight');
    expect(await page.focused()).toBe('founders-tab');
    expect(await selected()).toEqual(['For Founders']);
    await page.press('ArrowLeft');
    await page.press('ArrowLeft');
    expect(await selected()).toEqual(['For Sponsors/GPs']);
    await page.press('Tab');
    expect(await page.focused()).toBe('sponsors');
    expect(await page.messages()).toEqual([]);
  });
});
