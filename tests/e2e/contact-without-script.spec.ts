import { contact } from '../../src/content/contact.ts';
import { errors, investorLabels, labels, personas } from '../../src/content/fields.ts';
import { fundedPersonas, messageMinLength } from '../../src/inquiry/inquiry.ts';
import { describeRejection } from '../../src/web/contact-form/describe-rejection.ts';
import { inquiry, receiptUrl, storedInquiries, successMessage } from './fixtures/inquiry-form.ts';
import { boxOf } from './fixtures/page.ts';
import { expect, test } from './fixtures/site.ts';

test.use({ javaScriptEnabled: false });

test('the form works without script and tooltips', async ({ page, form, site }) => {
  const { help } = contact.form;
  await page.goto('/contact');
  await expect(form.field('companySize')).toHaveAccessibleDescription(help.companySize);
  await expect(page.getByText(help.companySize)).toBeVisible();
  await expect(page.getByText(help.timeline)).toBeVisible();
  await expect(form.helpButton('companySize')).toHaveCount(0);
  await expect(form.funding).toBeHidden();
  await form.persona.selectOption('founder');
  await expect(page.getByText(help.investmentAmount.founder)).toBeVisible();
  await form.field('fundingStage').fill('Series B');
  await expect(form.field('investmentAmount')).toBeVisible();
  await form.persona.selectOption('investor');
  await expect(form.field('fundingStage', investorLabels.fundingStage)).toBeVisible();
  await expect(form.field('investmentAmount', investorLabels.investmentAmount)).toBeVisible();
  await expect(page.getByText(help.investmentAmount.investor)).toBeVisible();
  for (const other of Object.keys(personas)) {
    if (fundedPersonas.some((persona) => persona === other)) continue;
    await form.persona.selectOption(other);
    await expect(form.funding, other).toBeHidden();
  }

  await page.setViewportSize({ width: 390, height: 664 });
  await form.submit({ ...inquiry, persona: 'advisor', message: 'Hello' });
  await page.getByRole('link', { name: errors.message(messageMinLength) }).click();
  const label = await boxOf(page.getByText(labels.message, { exact: true }));
  const header = await boxOf(page.getByRole('banner'));
  expect(label.top, 'label of the linked field').toBeGreaterThan(header.height);
  await form.field('message').fill(inquiry.message);
  await form.submitButton.click();
  await expect(page).toHaveURL(receiptUrl);
  await expect(form.message(successMessage)).toBeInViewport();
  await expect(form.field('firstName')).toHaveValue('');
  expect(await storedInquiries(site)).toEqual([{ ...inquiry, persona: 'advisor' }]);

  await page.reload();
  expect(await site.inquiries()).toHaveLength(1);
});

test('a form that was not read comes back empty, and Back has it', async ({ page, form, site }) => {
  const long = { ...inquiry, message: 'A long story. '.repeat(5000).trim() };
  await page.goto('/contact');
  await form.submit(long);
  const problem = page.getByRole('group', { name: describeRejection('tooLarge').heading });
  await expect(problem).toContainText(describeRejection('tooLarge').detail);
  await page.goBack();
  await form.expectValues(long);

  const notUtf8 = Buffer.from([0xff]);
  await page.route('/contact', (route) => route.continue({ postData: notUtf8 }), { times: 1 });
  await form.submit();
  const { heading, detail } = describeRejection('failed', 0, false);
  await expect(page.getByRole('group', { name: heading })).toHaveText(`${heading}${detail}`);
  await expect(form.field('message')).toHaveValue('');
  await page.goBack();
  await form.expectValues(inquiry);
  await form.submit();
  await form.expectSuccess();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});
