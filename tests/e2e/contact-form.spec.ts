import type { Locator, Page } from '@playwright/test';
import { firm } from '../../src/content/firm.ts';
import {
  interceptSubmissions,
  selectBox,
  expectFormValues,
  fillForm,
  holdSubmissions,
  inquiry,
  inlineMessage,
  fieldError,
  openForm,
  openWithFrozenClock,
  storedInquiries,
  submitButton,
  errorSummary,
  textBox,
  successMessage,
  toast,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

const visibleLabels = (page: Page) => page.locator('.field label').filter({ visible: true });

const optionsOf = (select: Locator) =>
  select
    .locator('option')
    .evaluateAll((options: HTMLOptionElement[]) => options.map(({ value, text }) => [value, text]));

const fundingBlock = (page: Page) => page.locator('.funding');

test('the form shows the labels of the specification', async ({ page }) => {
  await openForm(page);
  await expect(page.getByRole('heading', { name: 'Connect With Us' })).toBeVisible();
  await expect(visibleLabels(page)).toHaveText([
    'First Name',
    'Last Name',
    'Email',
    'Company',
    'Role',
    'Industry',
    'I am a',
    'Company Size',
    'Timeline',
    'Message',
  ]);
  await expect(submitButton(page)).toHaveText('Send Inquiry');
});

test('the select boxes have the options of the specification', async ({ page }) => {
  await openForm(page);
  expect(await optionsOf(selectBox(page, 'I am a'))).toEqual([
    ['', 'Select'],
    ['founder', 'Founder / Entrepreneur'],
    ['investor', 'Investor / Capital Allocator'],
    ['operator', 'Operator / Executive'],
    ['advisor', 'Advisor / Consultant'],
    ['other', 'Other'],
  ]);
  expect(await optionsOf(selectBox(page, 'Company Size'))).toEqual([
    ['', 'Select'],
    ['1-10', '1-10'],
    ['11-50', '11-50'],
    ['51-200', '51-200'],
    ['201-1000', '201-1000'],
    ['1000+', '1000+'],
  ]);
  expect(await optionsOf(selectBox(page, 'Timeline'))).toEqual([
    ['', 'Select'],
    ['immediate', 'Immediate (within 2 weeks)'],
    ['1-3months', '1-3 months'],
    ['3-6months', '3-6 months'],
    ['6-12months', '6-12 months'],
    ['exploratory', 'Just exploring'],
  ]);
});

test('the form states what is stored, why, how long, and how to have it deleted', async ({
  page,
}) => {
  await openForm(page);
  const note = page.locator('form').getByText('We store your inquiry');
  await expect(note).toContainText('only to review and answer it');
  await expect(note).toContainText('at most 18 months');
  await expect(note).toContainText(`deleted sooner, write to ${firm.email}`);
});

test('only founders and investors see the funding fields, with their own labels', async ({
  page,
}) => {
  await openForm(page);
  const persona = selectBox(page, 'I am a');
  await expect(fundingBlock(page)).toBeHidden();

  await persona.selectOption('founder');
  await expect(textBox(page, 'Funding Stage')).toBeVisible();
  await expect(textBox(page, 'Funding Amount')).toBeVisible();

  await persona.selectOption('investor');
  await expect(textBox(page, 'Investment Focus')).toBeVisible();
  await expect(textBox(page, 'Investment Range')).toBeVisible();

  await persona.selectOption('operator');
  await expect(fundingBlock(page)).toBeHidden();
  await persona.selectOption('advisor');
  await expect(fundingBlock(page)).toBeHidden();
  await persona.selectOption('other');
  await expect(fundingBlock(page)).toBeHidden();
});

test('the funding fields keep their values when the persona changes', async ({ page }) => {
  await openForm(page);
  await selectBox(page, 'I am a').selectOption('founder');
  await textBox(page, 'Funding Stage').fill('Series B');
  await textBox(page, 'Funding Amount').fill('$10M');

  await selectBox(page, 'I am a').selectOption('other');
  await selectBox(page, 'I am a').selectOption('investor');
  await expect(textBox(page, 'Investment Focus')).toHaveValue('Series B');
  await expect(textBox(page, 'Investment Range')).toHaveValue('$10M');
});

test('a submission stores the inquiry, shows the success message and resets the form', async ({
  page,
  site,
}) => {
  await openForm(page);
  await fillForm(page, { ...inquiry, persona: 'founder' });
  await textBox(page, 'Funding Stage').fill('Series B');
  await textBox(page, 'Funding Amount').fill('$10M');
  await submitButton(page).click();

  await expect(toast(page, successMessage)).toBeVisible();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  await expect(fundingBlock(page)).toBeHidden();
  await expectFormValues(page, {
    firstName: '',
    lastName: '',
    email: '',
    company: '',
    role: '',
    persona: '',
    companySize: '',
    industry: '',
    timeline: '',
    message: '',
  });
  await selectBox(page, 'I am a').selectOption('founder');
  await expect(textBox(page, 'Funding Stage')).toHaveValue('');
  expect(await storedInquiries(site)).toEqual([
    { ...inquiry, persona: 'founder', fundingStage: 'Series B', investmentAmount: '$10M' },
  ]);
});

for (const [width, height] of [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1024, 768],
] as const) {
  test(`the toast covers neither the outcome nor the focused button at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openForm(page);
    await fillForm(page);
    await submitButton(page).press('Enter');
    const shown = page.locator('[data-sonner-toast]').filter({ hasText: successMessage });
    await expect(shown).toBeInViewport({ ratio: 1 });
    await expect(submitButton(page)).toBeFocused();
    const outcome = inlineMessage(page, successMessage);
    const [above, below] = [await shown.boundingBox(), await outcome.boundingBox()];
    expect(Number(above?.y) + Number(above?.height)).toBeLessThan(Number(below?.y));
  });
}

test('the success message stays in the form when the toast is dismissed', async ({ page }) => {
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast(page, successMessage)).toBeHidden();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
});

test('a second submission shows a new toast while the last one closes', async ({ page }) => {
  const held = Promise.withResolvers<undefined>();
  await interceptSubmissions(page, async (route, nth) => {
    if (nth === 2) await held.promise;
    await route.continue();
  });
  await openWithFrozenClock(page);
  await fillForm(page);
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  // Within the second in which a second click without a change is ignored.
  await page.clock.runFor(900);
  await expect(toast(page, successMessage)).toBeVisible();

  await fillForm(page, { ...inquiry, role: 'Chair' });
  await submitButton(page).click();
  await page.clock.runFor(100);
  held.resolve(undefined);
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  await page.clock.runFor(1000);
  await expect(toast(page, successMessage)).toBeVisible();
});

test('the request contains exactly the API’s fields, normalized and without the honeypot', async ({
  page,
}) => {
  const requests = await interceptSubmissions(page);
  await openForm(page);
  await fillForm(page, { ...inquiry, firstName: '  Mara ', persona: 'investor' });
  await textBox(page, 'Investment Focus').fill('Cold storage');
  await textBox(page, 'Investment Range').fill('$5M to $20M');
  await submitButton(page).click();

  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(requests.map(({ body }) => body)).toEqual([
    {
      ...inquiry,
      persona: 'investor',
      fundingStage: 'Cold storage',
      investmentAmount: '$5M to $20M',
    },
  ]);
});

test('empty optional fields are omitted', async ({ page, site }) => {
  const requests = await interceptSubmissions(page);
  await openForm(page);
  await fillForm(page, { ...inquiry, persona: 'founder' });
  await textBox(page, 'Funding Stage').fill('Series B');
  await submitButton(page).click();

  await expect(inlineMessage(page, successMessage)).toBeVisible();
  const founder = { ...inquiry, persona: 'founder', fundingStage: 'Series B' };
  expect(requests.map(({ body }) => body)).toEqual([founder]);
  expect(await storedInquiries(site)).toEqual([founder]);
});

test('hidden funding fields are not sent', async ({ page, site }) => {
  const requests = await interceptSubmissions(page);
  await openForm(page);
  await selectBox(page, 'I am a').selectOption('investor');
  await textBox(page, 'Investment Focus').fill('Cold storage');
  await fillForm(page, { ...inquiry, persona: 'advisor' });
  await submitButton(page).click();

  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(requests.map(({ body }) => body)).toEqual([{ ...inquiry, persona: 'advisor' }]);
  expect(await storedInquiries(site)).toEqual([{ ...inquiry, persona: 'advisor' }]);
});

test('the form is disabled during submission', async ({ page }) => {
  const release = await holdSubmissions(page);
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();

  await expect(submitButton(page)).toHaveText('Submitting...');
  await expect(submitButton(page)).toBeDisabled();
  await expect(textBox(page, 'Message')).toBeDisabled();
  await expect(page.locator('form')).toHaveAttribute('aria-busy', 'true');
  await expectFormValues(page);

  release();
  await expect(submitButton(page)).toHaveText('Send Inquiry');
  await expect(submitButton(page)).toBeEnabled();
  await expect(submitButton(page)).toBeFocused();
  await expect(page.locator('form')).toHaveAttribute('aria-busy', 'false');
});

test('the end of a submission leaves the focus where the visitor moved it', async ({ page }) => {
  const release = await holdSubmissions(page);
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();
  await expect(submitButton(page)).toBeDisabled();
  const link = page.getByRole('banner').getByRole('link', { name: 'About' });
  await link.focus();
  release();
  await expect(submitButton(page)).toBeEnabled();
  await expect(link).toBeFocused();
});

test('a double click sends one request', async ({ page, site }) => {
  const requests = await interceptSubmissions(page);
  await openForm(page);
  await fillForm(page);
  await submitButton(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(requests).toHaveLength(1);
  expect(await site.inquiries()).toHaveLength(1);
});

test('a second click after success is ignored, and the success message stays until something is typed', async ({
  page,
  site,
}) => {
  await openWithFrozenClock(page);
  await fillForm(page);
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  await submitButton(page).click();
  await page.keyboard.press('Enter');
  await expect(errorSummary(page)).toBeHidden();
  await page.clock.runFor(500);
  await expect(toast(page, successMessage)).toBeVisible();
  await expect(submitButton(page)).toBeFocused();

  await page.clock.runFor(1000);
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeVisible();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  await textBox(page, 'First Name').fill('A');
  await expect(inlineMessage(page, successMessage)).toBeHidden();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('a field that only fires change is revalidated', async ({ page }) => {
  await openForm(page);
  await submitButton(page).click();
  await expect(fieldError(textBox(page, 'First Name'))).toBeVisible();
  await textBox(page, 'First Name').evaluate((input) => {
    // Like autofill, bypasses the setter that React installs.
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(input, 'Ada');
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(fieldError(textBox(page, 'First Name'))).toBeHidden();
});

test('the same values submitted twice create two inquiries', async ({ page, site }) => {
  const requests = await interceptSubmissions(page);
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  await fillForm(page);
  await submitButton(page).click();
  await expect.poll(async () => (await site.inquiries()).length).toBe(2);
  expect(new Set(requests.map(({ key }) => key)).size).toBe(2);
});

test('all scripts, emoji and line breaks are stored unchanged', async ({ page, site }) => {
  const worldly = {
    ...inquiry,
    firstName: 'Zoë 李',
    lastName: "O'Ḥamīd",
    company: 'Ålesund & Søn "Kjøl" <AS>',
    message: 'Γειά σας 👋🏽\nשלום — ready for the next step?',
  };
  await openForm(page);
  await fillForm(page, worldly);
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([worldly]);
});
