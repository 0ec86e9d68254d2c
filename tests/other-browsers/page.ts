import { expect } from 'vitest';
import type { Driver } from './driver.ts';

export type Page = ReturnType<typeof createPage>;

/** Wraps a driver with the user actions of the tests, for the site at `origin`. */
export function createPage(driver: Driver, origin: string) {
  /** Calls a function in the page and returns its value. */
  async function evaluate<Value, Values extends unknown[]>(
    inPage: (...values: Values) => Value,
    ...values: Values
  ) {
    const call = `(${inPage})(...${JSON.stringify(values)})`;
    return (await driver.evaluate(call)) as Awaited<Value>;
  }

  /** Scrolls to the first visible element that matches, and clicks its center. */
  async function click(selector: string, text?: string) {
    let center: { x: number; y: number } | null = null;
    const find = async () => (center = await evaluate(findCenter, selector, text ?? null));
    await expect.poll(find, { message: `No visible ${selector} "${text ?? ''}"` }).not.toBeNull();
    if (center) await driver.click(center);
  }

  return {
    ...driver,
    evaluate,
    click,
    open: (path: string) => driver.navigate(origin + path),
    /** Returns the texts of the visible elements that match. */
    texts: (selector: string) => evaluate(visibleTexts, selector),
    /** Returns the id, label or text of the focused element. */
    focused: () => evaluate(describeFocus),
    /** Checks for a focus indicator. */
    isFocusShown: () => evaluate(isFocusShown),
    /** Returns the URL without the origin. */
    address: () => evaluate(() => location.pathname + location.search + location.hash),
    scrollTop: () => evaluate(() => Math.round(scrollY)),
    isHydrated: () =>
      evaluate(() => document.getElementById('root')?.hasAttribute('data-hydrated')),
  };
}

/** Opens the page at `path` and triggers its hydration by a key. */
export async function openHydrated(page: Page, path: string) {
  await page.open(path);
  await page.press('Shift');
  await expect.poll(page.isHydrated).toBe(true);
  const hasMenuState = () => document.querySelector('.menu-button')?.hasAttribute('aria-expanded');
  await expect.poll(() => page.evaluate(hasMenuState)).toBe(true);
}

/** Presses Tab until the element `name` has the focus. Throws if the focus leaves the page first. */
export async function tabTo(page: Page, name: string) {
  const passed: string[] = [];
  while ((await page.focused()) !== name) {
    await page.press('Tab');
    const focused = await page.focused();
    passed.push(focused);
    if (!focused) throw new Error(`Tab does not reach "${name}". Passed: ${passed.join(', ')}`);
  }
}

function findCenter(selector: string, text: string | null) {
  const element = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) =>
      element.checkVisibility() && (text === null || element.innerText.trim() === text.trim()),
  );
  if (!element) return null;
  const isInViewport = () => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  };
  if (!isInViewport()) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
}

function visibleTexts(selector: string) {
  return [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((element) => element.checkVisibility())
    .map((element) => element.innerText.replace(/\s+/g, ' ').trim());
}

function describeFocus() {
  const element = document.activeElement as HTMLElement | null;
  if (!element || element === document.body) return '';
  return element.id || element.getAttribute('aria-label') || element.innerText.trim();
}

const isFocusShown = () =>
  document.hasFocus() &&
  [null, '::before'].some(
    (part) =>
      getComputedStyle(document.activeElement ?? document.body, part).outlineStyle === 'solid',
  );
