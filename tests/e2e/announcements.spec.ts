import type { Page } from '@playwright/test';
import {
  interceptSubmissions,
  fillForm,
  inlineMessage,
  openForm,
  respondUnavailable,
  failureMessage,
  skipRetryDelays,
  submitButton,
  errorSummary,
  successMessage,
  toast,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

test('submitting and success are each announced once', async ({ page }) => {
  await openForm(page);
  await fillForm(page);
  await recordAnnouncements(page);
  await submitButton(page).click();
  await expect(toast(page, successMessage)).toBeVisible();
  await expect(submitButton(page)).toBeFocused();
  expect(await readAnnouncements(page)).toEqual(['Submitting...', successMessage]);
});

test('submitting and failure are each announced once', async ({ page }) => {
  await interceptSubmissions(page, respondUnavailable);
  await page.clock.install();
  await openForm(page);
  await fillForm(page);
  await recordAnnouncements(page);
  await submitButton(page).click();
  await skipRetryDelays(page, toast(page, failureMessage));
  await expect(inlineMessage(page, failureMessage)).toBeVisible();
  expect(await readAnnouncements(page)).toEqual(['Submitting...', failureMessage]);
});

test('validation errors are announced by focus', async ({ page }) => {
  await openForm(page);
  await recordAnnouncements(page);
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeFocused();
  await expect(errorSummary(page)).toHaveAccessibleName('10 fields need attention');
  expect(await readAnnouncements(page)).toEqual([]);
});

/** Records the texts that change in live regions. `readAnnouncements` returns them. */
async function recordAnnouncements(page: Page) {
  await page.evaluate(() => {
    const announcements: string[] = [];
    Object.assign(globalThis, { announcements });
    const liveRegion = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]';
    const regionOf = (node: Node) =>
      (node instanceof Element ? node : node.parentElement)?.closest(liveRegion);

    new MutationObserver((changes) => {
      const texts = new Set<string>();
      for (const { type, target, addedNodes } of changes) {
        const nodes = type === 'characterData' ? [target] : [...addedNodes];
        for (const node of nodes) {
          const region = regionOf(node);
          const isBusy = region?.closest('[aria-busy=true]');
          const text = node.textContent?.trim();
          if (region && !isBusy && text) texts.add(text);
        }
      }
      announcements.push(...texts);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

const readAnnouncements = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { announcements: string[] }).announcements);
