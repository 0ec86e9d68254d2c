import type { Page } from '@playwright/test';
import { allPages, unknownPath } from '../../tools/all-pages.ts';
import { hydrate } from './fixtures/hydrate.ts';
import {
  errorSummary,
  expectSuccess,
  inquiry,
  openForm,
  selectBox,
  storedInquiries,
  submitButton,
  textBox,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const paths = [...allPages.map(({ path }) => path), unknownPath];

const isSmall = ({ width, height }: TabStop) => width < 44 || height < 44;

/** Visible links and controls that Tab must reach. Of the tabs, only the selected one. */
const tabbableControls = (page: Page) =>
  page
    .locator('a[href], button, input, select, textarea, [role=tabpanel]')
    .and(page.locator(':not([tabindex="-1"])'))
    .filter({ visible: true });

for (const path of paths) {
  test(`every control of ${path} is reachable by Tab, in view, with a focus indicator and 44 pixels large`, async ({
    page,
  }) => {
    const lowPhone = { width: 390, height: 500 };
    const desktop = { width: 1440, height: 900 };
    await page.goto(path);
    await hydrate(page);
    for (const screen of [lowPhone, desktop]) {
      await page.setViewportSize(screen);
      const controls = await tabbableControls(page).count();

      const stops = await collectTabStops(page, 'Tab');
      const backwards = await collectTabStops(page, 'Shift+Tab');
      const context = `At ${screen.width} pixels`;
      expect(
        [...stops, ...backwards].filter(({ isCovered }) => isCovered),
        context,
      ).toEqual([]);
      expect(
        stops.filter(({ hasIndicator }) => !hasIndicator),
        context,
      ).toEqual([]);
      expect(stops.filter(isSmall), context).toEqual([]);
      expect(stops.length, context).toBe(controls);
      expect(backwards.length, context).toBe(controls);
    }
  });
}

test('every control of a form with errors is in view and 44 pixels large', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await openForm(page);
  await selectBox(page, 'Which describes you best?').selectOption('founder');
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeFocused();

  const stops = await collectTabStops(page, 'Tab');
  expect(stops.filter(({ isCovered }) => isCovered)).toEqual([]);
  expect(stops.filter(isSmall)).toEqual([]);
});

test('the form can be filled in, corrected and sent by keyboard', async ({ page, site }) => {
  await openForm(page);
  const { keyboard } = page;
  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await keyboard.press('Enter');

  const { firstName, lastName, company, role, industry, message } = inquiry;
  const help = undefined;
  const stops = [
    ...[firstName, lastName, 'mara@northquay', company, role, industry, 'Inv'],
    ...[help, '51', 'Cold storage', help, '', help, '3-6', message],
  ];
  for (const text of stops) {
    await keyboard.press('Tab');
    if (text === help) await expect(page.getByRole('tooltip')).toBeVisible();
    else await keyboard.type(text);
  }
  await keyboard.press('Tab');
  await expect(submitButton(page)).toBeFocused();
  await keyboard.press('Enter');

  await expect(errorSummary(page)).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(textBox(page, 'Email')).toBeFocused();
  await keyboard.press('End');
  await keyboard.type('.example');
  await keyboard.press('Enter');
  await expectSuccess(page);
  await expect(submitButton(page)).toBeFocused();
  expect(await storedInquiries(site)).toEqual([
    { ...inquiry, persona: 'investor', fundingStage: 'Cold storage' },
  ]);
});

/** A focused element. `isCovered` means that it is not in view, or partly behind the header. */
interface TabStop {
  name: string;
  isCovered: boolean;
  hasIndicator: boolean;
  width: number;
  height: number;
}

/** Presses the key until the focus leaves the page. */
async function collectTabStops(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<TabStop[]> {
  const stops: TabStop[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(inspectFocus);
    if (!stop) return stops;
    stops.push(stop);
  }
  throw new Error('The focus never leaves the page');
}

/** Runs in the page: returns `undefined` if nothing has the focus. */
async function inspectFocus(): Promise<TabStop | undefined> {
  // The browser scrolls with the next frame.
  await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
  const element = document.activeElement;
  if (!element || element === document.body) return undefined;

  const box = element.getBoundingClientRect();
  // Large elements may exceed the screen, so only points in the middle must be in view.
  const points = [0.25, 0.5, 0.75].map((part) => ({
    x: box.left + box.width * part,
    y: Math.min(box.top + box.height / 2, innerHeight - 1),
  }));
  const isVisibleAt = ({ x, y }: { x: number; y: number }) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (element.contains(top) || top.contains(element));
  };
  const header = element.closest('main, footer') ? document.querySelector('header') : null;
  const isBehindHeader = box.top < (header?.getBoundingClientRect().bottom ?? -Infinity);
  const styles = [element, ...['::before', '::after']].map((part) =>
    typeof part === 'string' ? getComputedStyle(element, part) : getComputedStyle(part),
  );
  return {
    name: element.getAttribute('aria-label') ?? element.textContent?.trim() ?? element.id,
    isCovered: isBehindHeader || !points.every(isVisibleAt),
    hasIndicator: styles.some(
      ({ outlineStyle, outlineWidth }) =>
        outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    ),
    width: box.width,
    height: box.height,
  };
}
