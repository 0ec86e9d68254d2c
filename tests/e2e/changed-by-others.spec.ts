import type { Page } from '@playwright/test';
import { contact } from '../../src/content/contact.ts';
import { platform } from '../../src/content/platform.ts';
import { allPages } from '../fixtures/all-pages.ts';
import { longEnough } from '../fixtures/sample-inquiry.ts';
import { translate, wrapElements } from './fixtures/change-page.ts';
import {
  inquiry,
  notSentMessage,
  respondUnavailable,
  successMessage,
} from './fixtures/inquiry-form.ts';
import { heading, mainLink, menuButton, openHydrated, skipDelays } from './fixtures/page.ts';
import { expect, test } from './fixtures/site.ts';

/** Text that a visitor reads on a page. */
const readPage = (page: Page) =>
  page.evaluate(() => ({
    main: document.querySelector('main')?.innerText,
    sheet: document.querySelector('footer dl')?.textContent,
  }));

type Change = (page: Page) => Promise<void>;

const changes: [name: string, change: Change][] = [
  ['a translator', translate],
  ['an extension', wrapElements],
];

for (const [name, change] of changes) {
  test(`each page leads to each other one after ${name} changed them`, async ({ page }) => {
    const expected = new Map<string, object>();
    for (const { path } of allPages) {
      await openHydrated(page, path);
      expected.set(path, await readPage(page));
    }
    for (const [index, from] of allPages.entries()) {
      await openHydrated(page, from.path);
      await change(page);
      for (const to of allPages.slice(index + 1)) {
        // There and back.
        for (const { path } of [to, from]) {
          await mainLink(page, path).click();
          await expect(heading(page)).toBeFocused();
          await expect.poll(() => readPage(page), path).toEqual(expected.get(path));
          await change(page);
        }
      }
    }
  });

  test(`the form works after ${name} changed it`, async ({ page, form }) => {
    await form.open();
    await change(page);
    await form.submitButton.click();
    await expect(form.errorSummary).toBeFocused();
    await expect(form.error('firstName')).toBeVisible();
    await change(page);
    await form.fill({ ...inquiry, email: 'mara' });
    await form.submitButton.click();
    await expect(form.errorSummary.getByRole('link')).toHaveCount(1);
    await change(page);
    await form.root.locator('[name=email]').fill(inquiry.email ?? '');
    await expect(form.errorSummary).toBeHidden();
    await expect(form.error('email')).toBeHidden();
  });

  test(`a submission fails and succeeds after ${name} changed the form`, async ({ page, form }) => {
    const accepted = longEnough('Short enough now.');
    const long = { ...inquiry, message: 'A long story. '.repeat(300).trim() };
    const isShortened = page.getByText(contact.emailFallback.shortened);
    await page.clock.install();
    await form.open();
    await change(page);
    const respond = await form.intercept(async (route) => {
      const { message } = route.request().postDataJSON() as { message: string };
      await (message === accepted ? route.continue() : respondUnavailable(route));
    });
    await form.submit(long);
    await skipDelays(page, form.message(notSentMessage));
    await expect(isShortened).toBeVisible();
    await change(page);
    await form.field('message').fill(longEnough('A shorter story.'));
    await form.submitButton.click();
    await skipDelays(page, form.message(notSentMessage));
    await expect(isShortened).toBeHidden();
    await change(page);
    await form.field('message').fill(accepted);
    await form.submitButton.click();
    await form.expectSuccess();
    await expect(form.toast(successMessage)).toBeVisible();
    await change(page);
    await form.submit({ ...inquiry, message: accepted, company: 'Another' });
    await form.expectSuccess();
    expect(respond.length).toBeGreaterThan(3);
    await mainLink(page, '/about').click();
    await expect(heading(page)).toBeFocused();
  });

  test(`tabs, tooltips and the menu work after ${name} changed them`, async ({ page, form }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await openHydrated(page, '/platform');
    await change(page);
    for (const { label, promise } of platform.value.audiences) {
      await page.getByRole('tab', { name: label }).click();
      await expect(page.getByText(promise)).toBeVisible();
      await change(page);
    }
    await menuButton(page).click();
    await change(page);
    await mainLink(page, '/contact').click();
    await expect(heading(page)).toBeFocused();
    await change(page);
    const help = form.helpButton('companySize');
    await help.dispatchEvent('click');
    await expect(page.getByRole('tooltip')).toBeVisible();
    await change(page);
    await help.dispatchEvent('click');
    await expect(page.getByRole('tooltip')).toBeHidden();
    await help.dispatchEvent('click');
    await expect(page.getByRole('tooltip')).toBeVisible();
  });
}

test('no page scrolls sideways when a translator turns it from right to left', async ({ page }) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const { path } of allPages) {
      await page.goto(path);
      const scrolled = await page.evaluate(() => {
        document.documentElement.dir = 'rtl';
        scrollTo(-10_000, 0);
        const toStart = scrollX;
        scrollTo(10_000, 0);
        return [toStart, scrollX];
      });
      expect(scrolled, `${path} at ${width}`).toEqual([0, 0]);
    }
  }
});
