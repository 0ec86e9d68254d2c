import { expect } from 'vitest';
import type { Driver } from './driver.ts';

export type Page = ReturnType<typeof pageOf>;

/** What a visitor does on the site at `origin`, in whichever browser. */
export function pageOf(driver: Driver, origin: string) {
  /** The value of a function that is called in the page. */
  async function evaluate<Value, Values extends unknown[]>(
    inPage: (...values: Values) => Value,
    ...values: Values
  ) {
    const call = `(${inPage})(...${JSON.stringify(values)})`;
    return (await driver.evaluate(call)) as Awaited<Value>;
  }

  /** Points at the middle of the first such element in sight, after scrolling to it, and clicks. */
  async function click(selector: string, text?: string) {
    let middle: { x: number; y: number } | null = null;
    const find = async () => (middle = await evaluate(middleOf, selector, text ?? null));
    await expect.poll(find, { message: `No ${selector} "${text ?? ''}" in sight` }).not.toBeNull();
    if (middle) await driver.click(middle);
  }

  return {
    ...driver,
    evaluate,
    click,
    open: (path: string) => driver.navigate(origin + path),
    /** Has the page run the text of a script. */
    run: (script: string) => driver.evaluate(`(() => { ${script} })()`),
    /** What is written in such elements, as far as they are shown. */
    texts: (selector: string) => evaluate(shownTexts, selector),
    /** What has the focus: its id, its label or what is written in it. */
    focused: () => evaluate(nameOfFocused),
    /** Whether a ring or an edge says where the focus is. */
    isFocusShown: () => evaluate(isFocusShown),
    /** The address without the origin. */
    address: () => evaluate(() => location.pathname + location.search + location.hash),
    scrollTop: () => evaluate(() => Math.round(scrollY)),
    isTakenOver: () =>
      evaluate(() => document.getElementById('root')?.hasAttribute('data-hydrated')),
  };
}

/** The page at `path` with the application running, after an intent that does nothing else. */
export async function openApplication(page: Page, path: string) {
  await page.open(path);
  await page.press('Shift');
  await expect.poll(page.isTakenOver).toBe(true);
  const toggleIsRead = () => document.querySelector('.menu-button')?.hasAttribute('aria-expanded');
  await expect.poll(() => page.evaluate(toggleIsRead)).toBe(true);
}

/** Follows the keyboard's order until that has the focus; throws where it leaves the page first. */
export async function tabTo(page: Page, name: string) {
  const passed: string[] = [];
  while ((await page.focused()) !== name) {
    await page.press('Tab');
    const focused = await page.focused();
    passed.push(focused);
    if (!focused) throw new Error(`No way by Tab to "${name}": ${passed.join(', ')}`);
  }
}

function middleOf(selector: string, text: string | null) {
  const element = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) =>
      element.checkVisibility() && (text === null || element.innerText.trim() === text.trim()),
  );
  if (!element) return null;
  const isInSight = () => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  };
  if (!isInSight()) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
}

function shownTexts(selector: string) {
  return [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((element) => element.checkVisibility())
    .map((element) => element.innerText.replace(/\s+/g, ' ').trim());
}

function nameOfFocused() {
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
