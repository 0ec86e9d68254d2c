import type { Page } from '@playwright/test';
import { contact } from '../../src/content/contact.ts';
import {
  selectBox,
  fillForm,
  inquiry,
  inlineMessage,
  storedInquiries,
  submitButton,
  textBox,
  successMessage,
  confirmationUrl,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

/** Simulates a browser without the `scripting` media query in `matchMedia`. */
const removeScriptingQuery = (page: Page) =>
  page.addInitScript(() => {
    const match = globalThis.matchMedia;
    globalThis.matchMedia = (query) => match(query.includes('scripting') ? 'not all' : query);
  });

/** Removes style rules with `:has` and newer queries. */
const removeNewCss = (page: Page) =>
  page.addInitScript(() => {
    const isNew = (text: string) => /:has\(|scripting|popover-open/.test(text);
    addEventListener('DOMContentLoaded', () => {
      for (const sheet of document.styleSheets) drop(sheet);
    });
    function drop(group: { cssRules: CSSRuleList; deleteRule(index: number): void }) {
      for (let index = group.cssRules.length - 1; index >= 0; index -= 1) {
        const rule = group.cssRules[index];
        const condition =
          (rule instanceof CSSStyleRule && rule.selectorText) ||
          (rule instanceof CSSConditionRule && rule.conditionText) ||
          '';
        if (isNew(condition)) group.deleteRule(index);
        else if (rule instanceof CSSGroupingRule) drop(rule);
      }
    }
  });

test.beforeEach(async ({ page }) => {
  await removeScriptingQuery(page);
  await removeNewCss(page);
});

test('an older browser shows no controls that need script, keeps a draft and submits natively', async ({
  page,
  site,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto('/contact');
  await expect(textBox(page, 'Funding Stage / Investment Focus')).toBeVisible();
  await expect(textBox(page, 'Funding Amount / Investment Range')).toBeVisible();
  await expect(page.getByText(contact.form.help.investmentAmount.investor)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Why we ask/ })).toHaveCount(0);
  await fillForm(page, { ...inquiry, persona: 'founder' });
  await page.reload();
  await expect(textBox(page, 'Message')).toHaveValue(inquiry.message);
  await expect(selectBox(page, 'Which describes you best?')).toHaveValue('founder');
  await submitButton(page).click();
  await expect(page).toHaveURL(confirmationUrl);
  await expect(inlineMessage(page, successMessage)).toBeInViewport();
  expect(await storedInquiries(site)).toEqual([{ ...inquiry, persona: 'founder' }]);
  expect(scripts.filter((path) => !/entry-client-|runtime-/.test(path))).toEqual([]);
});
