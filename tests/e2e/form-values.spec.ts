import type { Page } from '@playwright/test';
import { about } from '../../src/content/about.ts';
import { contact } from '../../src/content/contact.ts';
import { fields } from '../../src/inquiry/inquiry.ts';
import { skipDelays } from './fixtures/clock.ts';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import { holdHydration, hydrate, hydrateScript, waitForHydration } from './fixtures/hydrate.ts';
import {
  confirmationUrl,
  emptyForm,
  errorSummary,
  expectFormValues,
  expectSuccess,
  failureMessage,
  fieldError,
  fillForm,
  inlineMessage,
  inquiry,
  interceptSubmissions,
  openBeforeHydration,
  openForm,
  selectBox,
  storedInquiries,
  submitButton,
  submitForm,
  receivedMessage,
  textBox,
  toast,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

const typed = {
  ...inquiry,
  persona: 'investor',
  message: 'A long story. '.repeat(350).trim(),
  fundingStage: 'Cold storage',
  investmentAmount: '$5M to $20M',
};

/** Fills in the form before hydration, which the returned function releases. */
async function fillBeforeHydration(page: Page) {
  const release = await openBeforeHydration(page);
  await fillForm(page, typed);
  return release;
}

/** Opens the form in a new document, so that the browser restores nothing itself. */
async function reopenForm(page: Page) {
  await page.goto('about:blank');
  await page.goto('/contact');
}

const followLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

test('a typed inquiry survives new documents, hydration, a reload, other pages and Back, and is stored once', async ({
  page,
  site,
}) => {
  const release = await openBeforeHydration(page);
  await fillForm(page, { ...typed, firstName: '' });
  // Like autofill, which may fire only `change`.
  await textBox(page, 'First Name').evaluate((input: HTMLInputElement, firstName) => {
    input.value = firstName;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, typed.firstName);
  await reopenForm(page);
  await expectFormValues(page, typed);
  release();
  await hydrate(page);
  await expectFormValues(page, typed);

  const releaseAgain = await holdHydration(page);
  await page.reload();
  await expectFormValues(page, typed);
  releaseAgain();
  await hydrate(page);
  await expectFormValues(page, typed);

  await followLink(page, 'About');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.who.title);
  await followLink(page, 'Contact');
  await expectFormValues(page, typed);
  await page.goto('/about');
  await page.goBack();
  await expectFormValues(page, typed);
  await submitButton(page).click();
  await expectSuccess(page);
  expect(await storedInquiries(site)).toEqual([typed]);
});

test('a typed inquiry survives a failed hydration, which the next intent repeats, and a submission while offline', async ({
  page,
  context,
  site,
  consoleMessages,
}) => {
  const { promise: filled, resolve: fail } = Promise.withResolvers();
  await page.route(hydrateScript, async (route) => {
    await filled;
    await route.abort();
  });
  await page.clock.install();
  await page.goto('/contact');
  const helpButton = page.getByRole('button', {
    name: contact.form.helpLabel(fields.timeline.label),
  });
  await fillForm(page, typed);
  fail(undefined);
  await expect(helpButton).toBeHidden();
  await expect(page.locator('#timeline-help')).toBeVisible();
  await page.unroute(hydrateScript);
  await page.clock.runFor(1000); // Ignores intents after a failure.
  await hydrate(page);
  await expect(helpButton).toBeVisible();
  await expectFormValues(page, typed);

  await context.setOffline(true);
  await submitButton(page).click();
  await skipDelays(page, inlineMessage(page, failureMessage));
  await expect(toast(page, failureMessage)).toBeVisible();
  await context.setOffline(false);
  await expectFormValues(page, typed);
  await submitButton(page).click();
  await expectSuccess(page);
  expect(await storedInquiries(site)).toEqual([typed]);
  allowConsoleError(consoleMessages, /^error: Failed to load resource: net::ERR_FAILED/);
});

test('a typed inquiry survives a lost response before hydration, and is stored once', async ({
  page,
  site,
}) => {
  const release = await fillBeforeHydration(page);
  await page.route('**/contact', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch({ maxRedirects: 0 });
    return route.abort();
  });
  await submitButton(page).click({ noWaitAfter: true });
  await expect.poll(async () => (await storedInquiries(site)).length).toBe(1);
  // page.waitForURL rejects when the navigation fails.
  await expect.poll(() => page.url()).toBe('chrome-error://chromewebdata/');
  release();
  await page.goto('/contact');
  await hydrate(page);
  await expectFormValues(page, typed);
  await submitButton(page).click();
  await expectSuccess(page);
  expect(await storedInquiries(site)).toEqual([typed]);
});

test('hydration keeps a form that the server returned, with its errors and their corrections', async ({
  page,
  site,
}) => {
  const release = await openBeforeHydration(page);
  await submitForm(page, { ...typed, firstName: '', email: 'mara@northquay', timeline: '' });
  await expect(fieldError(textBox(page, 'First Name'))).toHaveText('First name is required');
  await expect(errorSummary(page)).toBeFocused();
  const corrected = { ...typed, email: 'mara@northquay', timeline: '', company: '' };
  await fillForm(page, corrected);

  release();
  await hydrate(page);
  await expectFormValues(page, corrected);
  await expect(page).toHaveTitle(/^Error: Contact/);
  await expect(fieldError(textBox(page, 'First Name'))).toBeHidden();
  await expect(errorSummary(page).getByRole('link')).toHaveText([
    'Please enter a valid email address',
    'Please choose a timeline',
  ]);

  // A later visit has no errors.
  await followLink(page, 'About');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.who.title);
  await followLink(page, 'Contact');
  await expect(page).toHaveTitle(/^Contact/);
  await expectFormValues(page, corrected);
  await expect(errorSummary(page)).toBeHidden();
  await submitForm(page, typed);
  await expectSuccess(page);
  expect(await storedInquiries(site)).toEqual([typed]);
});

test('hydration keeps focus, selection and each key', async ({ page }) => {
  const release = await openBeforeHydration(page);
  const company = textBox(page, 'Company');
  await company.fill('Northquay Cold Storage');
  await company.evaluate((input: HTMLInputElement) => input.setSelectionRange(10, 14));
  release();
  await page.keyboard.type('Warm, Cool and Frozen', { delay: 10 });
  await waitForHydration(page);
  await page.keyboard.type(' Food');
  await expect(company).toHaveValue('Northquay Warm, Cool and Frozen Food Storage');
});

/** Returns what the browser stores of the inquiry. */
const readStoredDraft = (page: Page) => page.evaluate(() => sessionStorage.getItem('inquiry'));

test('after a submission, the form is empty by a link, and shows the thanks by Back until something is typed', async ({
  page,
}) => {
  const aboutHeading = page.getByRole('heading', { level: 1, name: about.who.title });
  await openForm(page);
  await submitForm(page, typed);
  await expectSuccess(page);
  expect(await readStoredDraft(page)).toBeNull();

  await followLink(page, 'About');
  await expect(aboutHeading).toBeVisible();
  await followLink(page, 'Contact');
  await expectFormValues(page, emptyForm);
  await expect(inlineMessage(page, receivedMessage)).toBeHidden();
  await page.goBack();
  await expect(aboutHeading).toBeVisible();
  await page.goBack();
  await expectSuccess(page);
  await expectFormValues(page, emptyForm);

  await textBox(page, 'Role').fill('Chair');
  await expect(inlineMessage(page, receivedMessage)).toBeHidden();
  await followLink(page, 'About');
  await expect(aboutHeading).toBeVisible();
  await page.goBack();
  await expect(textBox(page, 'Role')).toHaveValue('Chair');
  await expect(inlineMessage(page, receivedMessage)).toBeHidden();
});

/** Adds an element to the server's form, as extensions for passwords and grammar do. */
const addForeignElement: Record<string, () => void> = {
  'beside the text area': () =>
    document.querySelector('textarea')?.after(document.createElement('grammar-checker')),
  'at the start of the form': () => document.forms[0]?.prepend(document.createElement('div')),
};

for (const [place, addElement] of Object.entries(addForeignElement)) {
  test(`an extension's element ${place} costs no key`, async ({ page, site }) => {
    const release = await openBeforeHydration(page);
    await fillForm(page, { ...typed, lastName: 'Trapp', message: 'an owner.' });
    await page.evaluate(addElement);
    for (const [name, [before, after]] of Object.entries({
      'Last Name': ['Ad', 'elaide von '],
      Message: ['We are ', 'looking for '],
    })) {
      const field = textBox(page, name);
      await field.evaluate((input: HTMLInputElement) => {
        input.focus();
        input.setSelectionRange(0, 0);
      });
      await page.keyboard.type(before ?? '', { delay: 30 });
      release();
      await page.keyboard.type(after ?? '', { delay: 60 });
    }
    await expect(page.locator('grammar-checker, form > div:first-child')).toBeHidden();
    const lastName = 'Adelaide von Trapp';
    const message = 'We are looking for an owner.';
    await expectFormValues(page, { ...typed, lastName, message });
    await submitButton(page).click();
    await expectSuccess(page);
    expect(await storedInquiries(site)).toEqual([{ ...typed, lastName, message }]);
  });
}

test('a hydration mismatch keeps the focus of a field without selection', async ({ page }) => {
  const release = await openBeforeHydration(page);
  const field = textBox(page, 'Email');
  await field.fill(inquiry.email);
  await page.evaluate(() => document.forms[0]?.prepend(document.createElement('div')));
  release();
  await hydrate(page);
  await expect(field).toBeFocused();
  await page.keyboard.type('Warm');
  await expect(field).toHaveValue(`${inquiry.email}Warm`);
});

test('a native submission after a failed one empties the form, and a reload of its confirmation keeps the next draft', async ({
  page,
}) => {
  // Not retried. A fake clock would hide from the page that it was reloaded.
  await interceptSubmissions(page, (route) =>
    route.fulfill({ status: 429, json: { error: 'Too many inquiries', limit: 'network' } }),
  );
  await openForm(page);
  await submitForm(page);
  await expect(toast(page, failureMessage)).toBeVisible();
  expect(await readStoredDraft(page)).not.toBeNull();

  await holdHydration(page);
  await page.reload();
  await submitButton(page).click();
  await expect(page).toHaveURL(confirmationUrl);
  await expectFormValues(page, emptyForm);
  await expect.poll(() => readStoredDraft(page)).toBeNull();

  await textBox(page, 'Company').fill('Northquay Warm Storage');
  await page.reload();
  await expect(textBox(page, 'Company')).toHaveValue('Northquay Warm Storage');
});

test('an inquiry that was sent natively is full after Back, and stored once however often it is sent', async ({
  page,
  site,
}) => {
  const release = await fillBeforeHydration(page);
  for (let count = 0; count < 2; count += 1) {
    await submitButton(page).click();
    await expect(page).toHaveURL(confirmationUrl);
    await page.goBack();
    await expectFormValues(page, typed);
  }
  release();
  await hydrate(page);
  await submitButton(page).click();
  await expectSuccess(page);
  expect(await storedInquiries(site)).toEqual([typed]);
});

test('an inquiry that is sent from two tabs, one opened from the other, is stored once', async ({
  page,
  site,
}) => {
  await openForm(page);
  await fillForm(page, typed);
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void open('/contact'));
  const copy = await opened;
  await expectFormValues(copy, typed);
  for (const tab of [page, copy]) {
    await hydrate(tab);
    await submitButton(tab).click();
    await expectSuccess(tab);
  }
  expect(await storedInquiries(site)).toEqual([typed]);
});

test('a draft contains the visible fields, not the honeypot, and stays in its tab', async ({
  page,
  context,
}) => {
  await openForm(page);
  await page.locator('input[name=honeypot]').fill('https://spam.example', { force: true });
  await textBox(page, 'Role').fill('Chair');
  const draft = await readStoredDraft(page);
  const funding = { fundingStage: '', investmentAmount: '' };
  expect(JSON.parse(draft ?? '')).toEqual({ ...emptyForm, ...funding, role: 'Chair' });

  const otherTab = await context.newPage();
  await openForm(otherTab);
  await expectFormValues(otherTab, emptyForm);
});

test('invalid values of a draft are ignored', async ({ page }) => {
  const draft = { role: 'Chair', timeline: 'no longer an option', company: { name: 'Northquay' } };
  await page.addInitScript(
    (text) => sessionStorage.setItem('inquiry', text),
    JSON.stringify(draft),
  );
  await openForm(page);
  await expectFormValues(page, { ...emptyForm, role: 'Chair' });
  await expect(selectBox(page, 'Timeline').locator('option:checked')).toHaveText('Select');

  await page.addInitScript(() => sessionStorage.setItem('inquiry', '{"role":'));
  await openForm(page);
  await expectFormValues(page, emptyForm);
});

const breakStorage: Record<string, () => void> = {
  blocked: () =>
    Object.defineProperty(globalThis, 'sessionStorage', {
      get() {
        throw new DOMException('The operation is insecure', 'SecurityError');
      },
    }),
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
    };
  },
};

for (const [state, breakIt] of Object.entries(breakStorage)) {
  test(`with ${state} storage, the form keeps what was typed on links and Back, and is sent`, async ({
    page,
    site,
  }) => {
    await page.addInitScript(breakIt);
    await openForm(page);
    await fillForm(page, typed);
    await followLink(page, 'About');
    await expect(page).toHaveURL('/about');
    await page.goBack();
    await expectFormValues(page, typed);
    await followLink(page, 'About');
    await followLink(page, 'Contact');
    await expectFormValues(page, typed);
    await submitButton(page).click();
    await expectSuccess(page);
    await followLink(page, 'About');
    await followLink(page, 'Contact');
    await expectFormValues(page, emptyForm);
    expect(await storedInquiries(site)).toEqual([typed]);
  });
}
