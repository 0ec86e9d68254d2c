import type { Page } from '@playwright/test';
import { allPages, unknownPath } from '../../tools/all-pages.ts';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import { hydrate } from './fixtures/hydrate.ts';
import { selectBox, submitButton } from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const paths = [...allPages.map(({ path }) => path), unknownPath];

const isSmall = ({ width, height }: TabStop) => width < 44 || height < 44;

/** Links and controls that a visitor can see, which Tab has to reach; of tabs, the chosen one. */
const tabbableControls = (page: Page) =>
  page
    .locator('a[href], button, input, select, textarea, [role=tabpanel]')
    .and(page.locator(':not([tabindex="-1"])'))
    .filter({ visible: true });

for (const path of paths) {
  test(`every control of ${path} is reached, marked, in view and large enough for a finger`, async ({
    page,
    consoleMessages,
  }) => {
    const lowPhone = { width: 390, height: 500 };
    const desktop = { width: 1440, height: 900 };
    for (const screen of [lowPhone, desktop]) {
      await page.setViewportSize(screen);
      await page.goto(path);
      await hydrate(page);
      const controls = await tabbableControls(page).count();

      const stops = await collectTabStops(page);
      const on = `On a screen ${screen.width} wide`;
      expect(
        stops.filter(({ isCovered }) => isCovered),
        on,
      ).toEqual([]);
      expect(
        stops.filter(({ hasIndicator }) => !hasIndicator),
        on,
      ).toEqual([]);
      expect(stops.filter(isSmall), on).toEqual([]);
      expect(stops.length, on).toBe(controls);
    }
    allowConsoleError(consoleMessages, /status of 404/);
  });
}

test('every control of a form with messages is in view, and large enough', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/contact');
  await hydrate(page);
  await selectBox(page, 'I am a').selectOption('founder');
  await submitButton(page).click();
  await expect(page.getByRole('group', { name: 'Please correct' })).toBeFocused();

  const stops = await collectTabStops(page);
  expect(stops.filter(({ isCovered }) => isCovered)).toEqual([]);
  expect(stops.filter(isSmall)).toEqual([]);
});

test('the menu is opened, gone through and closed with the keyboard alone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/about');
  await hydrate(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const button = page.getByRole('button', { name: 'Menu' });
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  for (const { name } of allPages) {
    await page.keyboard.press('Tab');
    const link = page.getByRole('banner').getByRole('link', { name, exact: true });
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport({ ratio: 1 });
  }
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
});

/** What has the focus: its text or label, and whether all that is to be seen of it is in view. */
interface TabStop {
  name: string;
  isCovered: boolean;
  hasIndicator: boolean;
  width: number;
  height: number;
}

/** Presses Tab from the top of the page until the focus leaves it, and looks at each stop. */
async function collectTabStops(page: Page): Promise<TabStop[]> {
  const stops: TabStop[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(inspectFocus);
    if (!stop) return stops;
    stops.push(stop);
  }
  throw new Error('The focus never leaves the page');
}

/** In the browser: `undefined` where nothing on the page has the focus. */
async function inspectFocus(): Promise<TabStop | undefined> {
  // The browser scrolls with the next frame.
  await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
  const element = document.activeElement;
  if (!element || element === document.body) return undefined;

  const box = element.getBoundingClientRect();
  // What is wide or high may go beyond the screen: some of its middle has to be in view.
  const points = [0.25, 0.5, 0.75].map((part) => ({
    x: box.left + box.width * part,
    y: Math.min(box.top + box.height / 2, innerHeight - 1),
  }));
  const isSeenAt = ({ x, y }: { x: number; y: number }) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (element.contains(top) || top.contains(element));
  };
  const marks = [element, ...['::before', '::after']].map((part) =>
    typeof part === 'string' ? getComputedStyle(element, part) : getComputedStyle(part),
  );
  return {
    name: element.getAttribute('aria-label') ?? element.textContent?.trim() ?? element.id,
    isCovered: !points.every(isSeenAt),
    hasIndicator: marks.some(
      ({ outlineStyle, outlineWidth }) =>
        outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    ),
    width: box.width,
    height: box.height,
  };
}
