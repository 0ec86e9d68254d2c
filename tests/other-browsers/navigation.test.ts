import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firm } from '../../src/content/firm.ts';
import { serveSite } from '../fixtures/serve-site.ts';
import { browsers, phone, visit } from './browsers.ts';
import { openApplication, type Page, tabTo } from './page.ts';

let site: Awaited<ReturnType<typeof serveSite>>;
beforeAll(async () => (site = await serveSite()));
afterAll(() => site.stop());

const heading = async (page: Page) => (await page.texts('h1'))[0];
const menuLinks = ['Home', 'About', 'Platform', 'Ecosystems', 'Contact'];

describe.each(browsers)('$name', (browser) => {
  it('opens and closes the menu by pointer, before the application runs and after', async () => {
    const page = await visit(browser, site.url, { screen: phone });
    await page.open('/');
    expect(await page.texts('#menu a')).toEqual([]);
    await page.click('.menu-button');
    await expect.poll(() => page.texts('#menu a')).toEqual(menuLinks);
    await expect.poll(page.isTakenOver).toBe(true);
    await page.click('.menu-button');
    await expect.poll(() => page.texts('#menu a')).toEqual([]);
    await page.click('.menu-button');
    await page.click('#menu a', 'About');
    await expect.poll(() => heading(page)).toBe('Who We Are');
    expect(await page.texts('#menu a')).toEqual([]);
    expect(await page.messages()).toEqual([]);
  });

  it('opens the menu by keyboard, goes through it and closes it by Escape', async () => {
    const page = await visit(browser, site.url, { screen: phone });
    await openApplication(page, '/');
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

  it('goes from page to page in one document, and back to the place that was left', async () => {
    const page = await visit(browser, site.url);
    await openApplication(page, '/');
    await page.evaluate(() => void (document.body.id = 'marked'));
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(page.scrollTop).toBeGreaterThan(500);
    const left = await page.scrollTop();

    await page.click('footer a', 'About');
    await expect.poll(() => heading(page)).toBe('Who We Are');
    expect(await page.focused()).toBe('Who We Are');
    await expect.poll(() => page.evaluate(() => document.title)).toBe(`About | ${firm.name}`);
    expect(await page.scrollTop()).toBe(0);
    await page.traverse(-1);
    await expect.poll(() => heading(page)).toMatch(/^Capital With Conviction/);
    await expect.poll(page.scrollTop).toBe(left);
    await page.traverse(1);
    await expect.poll(() => heading(page)).toBe('Who We Are');
    await expect.poll(page.scrollTop).toBe(0);
    expect(await page.evaluate(() => document.body.id)).toBe('marked');
    expect(await page.messages()).toEqual([]);
  });

  it('goes from document to document before the application runs, and back to the place', async () => {
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

  it('shows the tab that is clicked, reached by arrows or named by the address', async () => {
    const page = await visit(browser, site.url);
    const chosen = () => page.texts('[aria-selected=true]');
    const panels = () => page.texts('.tab-panel .statement');
    await openApplication(page, '/platform#sponsors');
    expect(await chosen()).toEqual(['For Sponsors/GPs']);
    await page.click('[role=tab]', 'For Ecosystem Partners');
    expect(await chosen()).toEqual(['For Ecosystem Partners']);
    expect(await page.address()).toBe('/platform#partners');
    expect(await panels()).toEqual([expect.stringContaining('Bring what you do best')]);

    await page.press('ArrowRight');
    expect(await page.focused()).toBe('founders-tab');
    expect(await chosen()).toEqual(['For Founders']);
    await page.press('ArrowLeft');
    await page.press('ArrowLeft');
    expect(await chosen()).toEqual(['For Sponsors/GPs']);
    await page.press('Tab');
    expect(await page.focused()).toBe('sponsors');
    expect(await page.messages()).toEqual([]);
  });

  it('shows the named tab before the application runs', async () => {
    const page = await visit(browser, site.url, { screen: phone });
    await page.open('/platform#partners');
    expect(await page.isTakenOver()).toBe(false);
    expect(await page.texts('.tab-panel .statement')).toEqual([
      expect.stringContaining('Bring what you do best'),
    ]);
  });
});
