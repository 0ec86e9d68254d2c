import { contact } from '../../src/content/contact.ts';
import { firm } from '../../src/content/firm.ts';
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

const rateLimitMessage = 'Too many inquiries came from your network.';
const second = {
  ...inquiry,
  persona: 'investor',
  message: 'A <b>second</b> & longer one',
  fundingStage: 'Cold storage',
  investmentAmount: '$5M',
};

test('a form above the limit is sent once, keeps its values and offers a shortened e-mail', async ({
  page,
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
