import { firm } from '../../src/content/firm.ts';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import {
  interceptSubmissions,
  expectFormValues,
  failedRequestMessage,
  fillForm,
  inquiry,
  inlineMessage,
  openForm,
  failureMessage,
  storedInquiries,
  submitButton,
  textBox,
  successMessage,
  toast,
} from './fixtures/inquiry-form.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { expect, testWithRateLimit } from './fixtures/site.ts';

/** Reaches the limit of all networks with inquiries from 30 others. */
async function reachGlobalLimit(url: string) {
  for (let nth = 0; nth < 30; nth += 1) {
    await postInquiry(url, {}, { 'x-forwarded-for': `203.0.113.${nth}` });
  }
}

const globalLimitMessage = 'We are receiving more inquiries than usual.';
const rateLimitMessage = 'Too many inquiries came from your network.';

testWithRateLimit(
  'a rate-limited form is sent once, offers to wait or write, and keeps its values',
  async ({ page, site, consoleMessages }) => {
    const requests = await interceptSubmissions(page);
    await openForm(page);
    await fillForm(page);
    await submitButton(page).click();
    await expect(inlineMessage(page, successMessage)).toBeVisible();

    const second = { ...inquiry, role: 'Chair' };
    await fillForm(page, second);
    await submitButton(page).click();
    await expect(toast(page, failureMessage)).toBeVisible();
    await expect(inlineMessage(page, rateLimitMessage)).toBeVisible();
    await expect(page.locator('form').getByText(`or write to ${firm.email}`)).toBeVisible();
    await expect(submitButton(page)).toBeEnabled();
    await expectFormValues(page, second);
    expect(requests).toHaveLength(2);
    expect(await storedInquiries(site)).toEqual([inquiry]);
    allowConsoleError(consoleMessages, failedRequestMessage);
  },
);

testWithRateLimit(
  'a form rejected by the limit of all visitors says so, and is sent once',
  async ({ page, site, consoleMessages }) => {
    await reachGlobalLimit(site.url);
    const requests = await interceptSubmissions(page);
    await openForm(page);
    await fillForm(page);
    await submitButton(page).click();
    await expect(inlineMessage(page, globalLimitMessage)).toBeVisible();
    await expectFormValues(page, inquiry);
    expect(requests).toHaveLength(1);
    allowConsoleError(consoleMessages, failedRequestMessage);
  },
);

testWithRateLimit.describe('without script', () => {
  testWithRateLimit.use({ javaScriptEnabled: false });

  testWithRateLimit(
    'a form rejected by the limit of all visitors says so',
    async ({ page, site, consoleMessages }) => {
      await reachGlobalLimit(site.url);
      await page.goto('/contact');
      await fillForm(page);
      await submitButton(page).click();
      const problem = page.getByRole('group', { name: globalLimitMessage });
      await expect(problem).toContainText(`or write to ${firm.email}`);
      await expectFormValues(page, inquiry);
      allowConsoleError(consoleMessages, failedRequestMessage);
    },
  );

  testWithRateLimit(
    'a rate-limited form keeps its values',
    async ({ page, site, consoleMessages }) => {
      await page.goto('/contact');
      await fillForm(page);
      await submitButton(page).click();
      await expect(inlineMessage(page, successMessage)).toBeVisible();

      await page.goto('/contact');
      const second = { ...inquiry, persona: 'investor', message: 'A <b>second</b> & longer one' };
      await fillForm(page, second);
      await textBox(page, 'Investment Range').fill('$5M');
      await submitButton(page).click();
      const problem = page.getByRole('group', { name: rateLimitMessage });
      await expect(problem).toBeInViewport();
      await expect(problem).toContainText('Everything you typed is still here.');
      await expectFormValues(page, second);
      await expect(textBox(page, 'Investment Range')).toHaveValue('$5M');
      expect(await storedInquiries(site)).toEqual([inquiry]);
      allowConsoleError(consoleMessages, failedRequestMessage);
    },
  );
});
