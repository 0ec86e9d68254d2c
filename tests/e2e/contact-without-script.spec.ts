import { contact } from '../../src/content/contact.ts';
import {
  selectBox,
  expectFormValues,
  expectSuccess,
  inquiry,
  inlineMessage,
  storedInquiries,
  submitForm,
  textBox,
  successMessage,
  confirmationUrl,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

test.use({ javaScriptEnabled: false });

test('the form shows help texts instead of tooltips, stores the inquiry without hidden fields and redirects to the confirmation', async ({
  page,
  site,
}) => {
  const { help } = contact.form;
  await page.goto('/contact');
  await expect(page.getByText(help.companySize)).toBeVisible();
  await expect(page.getByText(help.timeline)).toBeVisible();
  await expect(page.getByRole('button', { name: contact.form.helpLabel('') })).toHaveCount(0);
  await expect(page.locator('.funding')).toBeHidden();
  await selectBox(page, contact.form.persona).selectOption('founder');
  await expect(page.getByText(help.investmentAmount.founder)).toBeVisible();
  await textBox(page, 'Funding Stage').fill('Series B');
  await expect(textBox(page, 'Funding Amount')).toBeVisible();
  await selectBox(page, contact.form.persona).selectOption('investor');
  await expect(textBox(page, 'Investment Focus')).toBeVisible();
  await expect(textBox(page, 'Investment Range')).toBeVisible();
  await expect(page.getByText(help.investmentAmount.investor)).toBeVisible();
  await submitForm(page, { ...inquiry, persona: 'advisor' });
  await expect(page).toHaveURL(confirmationUrl);
  await expect(inlineMessage(page, successMessage)).toBeInViewport();
  await expect(textBox(page, 'First Name')).toHaveValue('');
  expect(await storedInquiries(site)).toEqual([{ ...inquiry, persona: 'advisor' }]);

  await page.reload();
  expect(await site.inquiries()).toHaveLength(1);
});

test('a form over 64 KiB comes back empty, and Back has it', async ({ page, site }) => {
  const long = { ...inquiry, message: 'A long story. '.repeat(5000).trim() };
  await page.goto('/contact');
  await submitForm(page, long);
  const problem = page.getByRole('group', { name: contact.errors.form('tooLarge').heading });
  await expect(problem).toContainText(contact.errors.form('tooLarge').detail);
  await page.goBack();
  await expectFormValues(page, long);
  await submitForm(page);
  await expectSuccess(page);
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('a link of the error summary shows the label of the message, too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto('/contact');
  await submitForm(page, { ...inquiry, message: 'Hello' });
  await page.getByRole('link', { name: /^Please provide more details/ }).click();
  const header = await page.getByRole('banner').boundingBox();
  const label = await page.getByText('Message', { exact: true }).boundingBox();
  expect(label?.y).toBeGreaterThan(Number(header?.height));
});
