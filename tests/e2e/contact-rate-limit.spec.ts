import { contact } from '../../src/content/contact.ts';
import { firm } from '../../src/content/firm.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import {
  expectFormValues,
  expectSuccess,
  failureMessage,
  inlineMessage,
  inquiry,
  interceptSubmissions,
  openForm,
  storedInquiries,
  submitButton,
  submitForm,
  toast,
} from './fixtures/inquiry-form.ts';
import { expect, testWithRateLimit as test } from './fixtures/site.ts';

/** Reaches the limit of all networks with inquiries from others. */
async function reachGlobalLimit(url: string, networks: number) {
  for (let nth = 0; nth < networks; nth += 1) {
    await postInquiry(url, {}, { 'x-forwarded-for': `203.0.113.${nth}` });
  }
}

const globalLimitMessage = 'We are receiving more inquiries than usual.';
const rateLimitMessage = 'Too many inquiries came from your network.';
const second = {
  ...inquiry,
  persona: 'investor',
  message: 'A <b>second</b> & longer one',
  fundingStage: 'Cold storage',
  investmentAmount: '$5M',
};

test('a form above the limit of its network, or of all, is sent once, keeps its values and offers a shortened e-mail', async ({
  page,
  context,
  site,
}) => {
  const long = { ...second, message: 'A long story. '.repeat(300).trim() };
  const requests = await interceptSubmissions(page);
  await openForm(page);
  await submitForm(page);
  await expectSuccess(page);

  await submitForm(page, long);
  await expect(toast(page, failureMessage)).toBeVisible();
  await expect(inlineMessage(page, rateLimitMessage)).toBeVisible();
  await expect(page.locator('form').getByText(`or write to ${firm.email}`)).toBeVisible();
  await expect(page.getByText(contact.emailFallback.shortened)).toBeVisible();
  await expect(submitButton(page)).toBeEnabled();
  await expectFormValues(page, long);
  expect(requests).toHaveLength(2);
  expect(await storedInquiries(site)).toEqual([inquiry]);

  await reachGlobalLimit(site.url, 29);
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.2' });
  await submitButton(page).click();
  await expect(inlineMessage(page, globalLimitMessage)).toBeVisible();
  await expectFormValues(page, long);
  expect(requests).toHaveLength(3);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a form above the limit keeps its values and offers an e-mail', async ({ page, site }) => {
    await page.goto('/contact');
    await submitForm(page);
    await expectSuccess(page);

    await page.goto('/contact');
    await submitForm(page, second);
    const problem = page.getByRole('group', { name: rateLimitMessage });
    await expect(problem).toBeInViewport();
    await expect(problem).toContainText('Everything you typed is still here.');
    await expectFormValues(page, second);
    const link = page.locator('form').getByRole('link', { name: contact.emailFallback.link });
    const { searchParams } = new URL(String(await link.getAttribute('href')));
    expect(searchParams.get('body')).toContain('Message: A <b>second</b> & longer one');
    expect(await storedInquiries(site)).toEqual([inquiry]);
  });
});
