import { allowConsoleError } from './fixtures/allow-console-error.ts';
import { holdRequests } from './fixtures/hold-requests.ts';
import { hydrateScript, menuButton, hydrate } from './fixtures/hydrate.ts';
import {
  selectBox,
  expectFormValues,
  fillForm,
  inquiry,
  inlineMessage,
  fieldError,
  openForm,
  storedInquiries,
  submitButton,
  errorSummary,
  textBox,
  successMessage,
  confirmationUrl,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

/** Chromium's console message for a document with status 422. */
const invalidForm = /^error: Failed to load resource.* 422 /;

test('hydration keeps the values that were entered before it', async ({ page, site }) => {
  const release = await holdRequests(page, hydrateScript);
  await page.goto('/contact');
  await fillForm(page, { ...inquiry, persona: 'founder' });
  await textBox(page, 'Funding Stage').fill('Series B');

  release();
  await hydrate(page);
  await expectFormValues(page, { ...inquiry, persona: 'founder' });
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([
    { ...inquiry, persona: 'founder', fundingStage: 'Series B' },
  ]);
});

test('hydration keeps focus and selection', async ({ page }) => {
  const release = await holdRequests(page, hydrateScript);
  await page.goto('/contact');
  await textBox(page, 'Company').fill('Northquay Cold Storage');
  await textBox(page, 'Company').evaluate((input: HTMLInputElement) =>
    input.setSelectionRange(10, 14),
  );

  release();
  await hydrate(page);
  await expect(textBox(page, 'Company')).toBeFocused();
  await page.keyboard.type('Warm');
  await expect(textBox(page, 'Company')).toHaveValue('Northquay Warm Storage');
});

test('no key is lost during hydration', async ({ page }) => {
  const release = await holdRequests(page, hydrateScript);
  await page.goto('/contact');
  await textBox(page, 'Message').focus();
  await page.keyboard.type('We are looking ');
  release();
  await page.keyboard.type('for a long-term owner of a cold store.', { delay: 10 });

  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(textBox(page, 'Message')).toHaveValue(
    'We are looking for a long-term owner of a cold store.',
  );
});

test('the form is submitted natively before hydration', async ({ page, site }) => {
  const release = await holdRequests(page, hydrateScript);
  await page.goto('/contact');
  await fillForm(page);
  await submitButton(page).click();

  await expect(page).toHaveURL(confirmationUrl);
  await expect(inlineMessage(page, successMessage)).toBeInViewport();
  expect(await storedInquiries(site)).toEqual([inquiry]);

  release();
  await hydrate(page);
  await expect(inlineMessage(page, successMessage)).toBeVisible();
});

test('hydration keeps the values and errors of a form that the server returned', async ({
  page,
  site,
  consoleMessages,
}) => {
  const release = await holdRequests(page, hydrateScript);
  await page.goto('/contact');
  const posted = { ...inquiry, persona: 'investor', email: 'mara@northquay', timeline: '' };
  await fillForm(page, posted);
  await textBox(page, 'Investment Focus').fill('Cold storage');
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeVisible();

  release();
  await hydrate(page);
  await expectFormValues(page, posted);
  await expect(textBox(page, 'Investment Focus')).toHaveValue('Cold storage');
  await expect(errorSummary(page).getByRole('link')).toHaveText([
    'Please enter a valid email address',
    'Please choose a timeline',
  ]);
  allowConsoleError(consoleMessages, invalidForm);

  await textBox(page, 'Email').fill('mara@northquay.example');
  await expect(fieldError(textBox(page, 'Email'))).toBeHidden();
  await selectBox(page, 'Timeline').selectOption('immediate');
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([
    { ...inquiry, persona: 'investor', fundingStage: 'Cold storage', timeline: 'immediate' },
  ]);
});

test('hydration keeps corrections that were made before it', async ({ page, consoleMessages }) => {
  const release = await holdRequests(page, hydrateScript);
  await page.goto('/contact');
  await fillForm(page, { ...inquiry, email: 'mara@northquay', message: 'Hello' });
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeFocused();
  await fillForm(page, { ...inquiry, persona: 'advisor', companySize: '1-10' });

  release();
  await hydrate(page);
  await expectFormValues(page, { ...inquiry, persona: 'advisor', companySize: '1-10' });
  allowConsoleError(consoleMessages, invalidForm);
});

test('errors of a native submission are gone after a visit to another page', async ({
  page,
  consoleMessages,
}) => {
  const release = await holdRequests(page, hydrateScript);
  await page.goto('/contact');
  await fillForm(page, { ...inquiry, email: 'mara' });
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeVisible();

  release();
  await hydrate(page);
  await page.getByRole('link', { name: 'About' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who We Are');
  await page.getByRole('link', { name: 'Contact' }).first().click();
  await expect(textBox(page, 'First Name')).toHaveValue(inquiry.firstName);
  await expect(errorSummary(page)).toBeHidden();
  allowConsoleError(consoleMessages, invalidForm);
});

test('after a submission, the form is empty when the visitor returns to it', async ({ page }) => {
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();

  await page.getByRole('link', { name: 'About' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who We Are');
  await page.getByRole('link', { name: 'Contact' }).first().click();
  await expect(textBox(page, 'First Name')).toHaveValue('');
  await expect(inlineMessage(page, successMessage)).toBeHidden();
});
