import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './site.ts';

const standards = [
  'wcag2a',
  'wcag2aa',
  'wcag21a',
  'wcag21aa',
  'wcag22a',
  'wcag22aa',
  'best-practice',
];

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

/** Checks the page as it stands on these screens, in the light scheme and in the dark one. */
export async function expectNoViolations(page: Page, screens = [phone, desktop]) {
  for (const screen of screens) {
    await page.setViewportSize(screen);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const violations = await runAxe(page, { runOnly: standards });
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
      expect(found, `At ${screen.width} pixels, ${colorScheme}`).toEqual([]);
    }
  }
}

/** Runs axe in the page's own frame: the site has no other. Its script is loaded once a document. */
export async function runAxe(page: Page, options: axe.RunOptions, selector = 'html') {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const results = page.evaluate(
    ([selector, options]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(selector, options),
    [selector, { ...options, resultTypes: ['violations'] } satisfies axe.RunOptions] as const,
  );
  return (await results).violations;
}
