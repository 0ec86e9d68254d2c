import { forgive } from './fixtures/allow-console-error.ts';
import { holdRequests } from './fixtures/hold-requests.ts';
import { application, menuButton, takeOver } from './fixtures/hydrate.ts';
import {
  choice,
  expectFilledIn,
  fillIn,
  inquiry,
  lastingMessage,
  messageUnder,
  openForm,
  storedInquiries,
  submitButton,
  summary,
  textBox,
  thanks,
  thanksAddress,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

/** Chromium says so of every document with another status than 200. */
const invalidForm = /^error: Failed to load resource.* 422 /;

test('keeps what was typed and chosen before the application took over', async ({ page, site }) => {
  const release = await holdRequests(page, application);
  await page.goto('/contact');
  await fillIn(page, { ...inquiry, persona: 'founder' });
  await textBox(page, 'Funding Stage').fill('Series B');

  release();
  await takeOver(page);
  await expectFilledIn(page, { ...inquiry, persona: 'founder' });
  await submitButton(page).click();
  await expect(lastingMessage(page, thanks)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([
    { ...inquiry, persona: 'founder', fundingStage: 'Series B' },
  ]);
});

test('leaves focus and selection where they are when it takes over', async ({ page }) => {
  const release = await holdRequests(page, application);
  await page.goto('/contact');
  await textBox(page, 'Company').fill('Northquay Cold Storage');
  await textBox(page, 'Company').evaluate((input: HTMLInputElement) =>
    input.setSelectionRange(10, 14),
  );

  release();
  await takeOver(page);
  await expect(textBox(page, 'Company')).toBeFocused();
  await page.keyboard.type('Warm');
  await expect(textBox(page, 'Company')).toHaveValue('Northquay Warm Storage');
});

test('loses no key that is pressed while it takes over', async ({ page }) => {
  const release = await holdRequests(page, application);
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

test('sends the form natively before the application has taken over', async ({ page, site }) => {
  const release = await holdRequests(page, application);
  await page.goto('/contact');
  await fillIn(page);
  await submitButton(page).click();

  await expect(page).toHaveURL(thanksAddress);
  await expect(lastingMessage(page, thanks)).toBeInViewport();
  expect(await storedInquiries(site)).toEqual([inquiry]);

  release();
  await takeOver(page);
  await expect(lastingMessage(page, thanks)).toBeVisible();
});

test('takes over a form that came back, with its values and its messages', async ({
  page,
  site,
  consoleMessages,
}) => {
  const release = await holdRequests(page, application);
  await page.goto('/contact');
  const posted = { ...inquiry, persona: 'investor', email: 'mara@northquay', timeline: '' };
  await fillIn(page, posted);
  await textBox(page, 'Investment Focus').fill('Cold storage');
  await submitButton(page).click();
  await expect(summary(page)).toBeVisible();

  release();
  await takeOver(page);
  await expectFilledIn(page, posted);
  await expect(textBox(page, 'Investment Focus')).toHaveValue('Cold storage');
  await expect(summary(page).getByRole('link')).toHaveText([
    'Please enter a valid email address',
    'Please choose a timeline',
  ]);
  forgive(consoleMessages, invalidForm);

  await textBox(page, 'Email').fill('mara@northquay.example');
  await expect(messageUnder(textBox(page, 'Email'))).toBeHidden();
  await choice(page, 'Timeline').selectOption('immediate');
  await submitButton(page).click();
  await expect(lastingMessage(page, thanks)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([
    { ...inquiry, persona: 'investor', fundingStage: 'Cold storage', timeline: 'immediate' },
  ]);
});

test('keeps corrections of a form that came back, made before it takes over', async ({
  page,
  consoleMessages,
}) => {
  const release = await holdRequests(page, application);
  await page.goto('/contact');
  await fillIn(page, { ...inquiry, email: 'mara@northquay', message: 'Hello' });
  await submitButton(page).click();
  await expect(summary(page)).toBeFocused();
  await fillIn(page, { ...inquiry, persona: 'advisor', companySize: '1-10' });

  release();
  await takeOver(page);
  await expectFilledIn(page, { ...inquiry, persona: 'advisor', companySize: '1-10' });
  forgive(consoleMessages, invalidForm);
});

test('forgets the answer to a post once the visitor was elsewhere', async ({
  page,
  consoleMessages,
}) => {
  const release = await holdRequests(page, application);
  await page.goto('/contact');
  await fillIn(page, { ...inquiry, email: 'mara' });
  await submitButton(page).click();
  await expect(summary(page)).toBeVisible();

  release();
  await takeOver(page);
  await page.getByRole('link', { name: 'About' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who We Are');
  await page.getByRole('link', { name: 'Contact' }).first().click();
  await expect(textBox(page, 'First Name')).toHaveValue(inquiry.firstName);
  await expect(summary(page)).toBeHidden();
  forgive(consoleMessages, invalidForm);
});

test('comes back empty and unsent from another page', async ({ page }) => {
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await expect(lastingMessage(page, thanks)).toBeVisible();

  await page.getByRole('link', { name: 'About' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who We Are');
  await page.getByRole('link', { name: 'Contact' }).first().click();
  await expect(textBox(page, 'First Name')).toHaveValue('');
  await expect(lastingMessage(page, thanks)).toBeHidden();
});
