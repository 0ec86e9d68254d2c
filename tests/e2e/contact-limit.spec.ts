import { firm } from '../../src/content/firm.ts';
import { forgive } from './fixtures/allow-console-error.ts';
import {
  answerCall,
  expectFilledIn,
  failedRequest,
  fillIn,
  inquiry,
  lastingMessage,
  openForm,
  regret,
  storedInquiries,
  submitButton,
  textBox,
  thanks,
  toast,
} from './fixtures/inquiry-form.ts';
import { expect, testWithRateLimit } from './fixtures/site.ts';

const tooMany = 'Too many inquiries came from your network.';

testWithRateLimit(
  'asks once, then to wait or to write, and keeps what was typed',
  async ({ page, site, consoleMessages }) => {
    const requests = await answerCall(page);
    await openForm(page);
    await fillIn(page);
    await submitButton(page).click();
    await expect(lastingMessage(page, thanks)).toBeVisible();

    const second = { ...inquiry, role: 'Chair' };
    await fillIn(page, second);
    await submitButton(page).click();
    await expect(toast(page, regret)).toBeVisible();
    await expect(lastingMessage(page, tooMany)).toBeVisible();
    await expect(page.locator('form').getByText(`or write to ${firm.email}`)).toBeVisible();
    await expect(submitButton(page)).toBeEnabled();
    await expectFilledIn(page, second);
    expect(requests).toHaveLength(2);
    expect(await storedInquiries(site)).toEqual([inquiry]);
    forgive(consoleMessages, failedRequest);
  },
);

testWithRateLimit.describe('without script', () => {
  testWithRateLimit.use({ javaScriptEnabled: false });

  testWithRateLimit('gives everything typed back', async ({ page, site, consoleMessages }) => {
    await page.goto('/contact');
    await fillIn(page);
    await submitButton(page).click();
    await expect(lastingMessage(page, thanks)).toBeVisible();

    await page.goto('/contact');
    const second = { ...inquiry, persona: 'investor', message: 'A <b>second</b> & longer one' };
    await fillIn(page, second);
    await textBox(page, 'Investment Range').fill('$5M');
    await submitButton(page).click();
    const problem = page.getByRole('group', { name: tooMany });
    await expect(problem).toBeInViewport();
    await expect(problem).toContainText('Everything you typed is still here.');
    await expectFilledIn(page, second);
    await expect(textBox(page, 'Investment Range')).toHaveValue('$5M');
    expect(await storedInquiries(site)).toEqual([inquiry]);
    forgive(consoleMessages, failedRequest);
  });
});
