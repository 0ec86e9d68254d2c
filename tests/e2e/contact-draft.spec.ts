import type { Page } from '@playwright/test';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import { holdRequests } from './fixtures/hold-requests.ts';
import { hydrateScript, hydrate } from './fixtures/hydrate.ts';
import {
  interceptSubmissions,
  selectBox,
  expectFormValues,
  failedRequestMessage,
  fillForm,
  inquiry,
  inlineMessage,
  openForm,
  respondUnavailable,
  failureMessage,
  storedInquiries,
  submitButton,
  errorSummary,
  textBox,
  successMessage,
  confirmationUrl,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

const readDraft = (page: Page) => page.evaluate(() => sessionStorage.getItem('inquiry'));
const readDraftKey = (page: Page) => page.evaluate(() => sessionStorage.getItem('inquiry-key'));

const emptyForm = Object.fromEntries(
  Object.keys(inquiry).map((name) => [name, '']),
) as typeof inquiry;

/** Opens the form in a new document, so that the browser restores nothing itself. */
async function reopenForm(page: Page) {
  await page.goto('about:blank');
  await page.goto('/contact');
}

test('the draft is restored after a reload, before and after hydration', async ({ page, site }) => {
  const long = { ...inquiry, persona: 'investor', message: 'x'.repeat(4900) };
  await openForm(page);
  await fillForm(page, long);
  await textBox(page, 'Investment Focus').fill('Cold storage');

  const release = await holdRequests(page, hydrateScript);
  await page.reload();
  await expectFormValues(page, long);
  await expect(textBox(page, 'Investment Focus')).toHaveValue('Cold storage');
  release();
  await hydrate(page);
  await expectFormValues(page, long);
  await expect(page.locator('form').getByText('100 characters left').first()).toBeVisible();

  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([{ ...long, fundingStage: 'Cold storage' }]);
});

test('the draft is restored after a visit to another page, and by Back', async ({ page }) => {
  await openForm(page);
  await fillForm(page);
  const links = page.getByRole('navigation', { name: 'Main' });
  await links.getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who We Are');
  await links.getByRole('link', { name: 'Contact' }).click();
  await expectFormValues(page);

  await page.goto('/about');
  await page.goBack();
  await expectFormValues(page);
});

test('fields that Safari empties in the back/forward cache are restored', async ({ page }) => {
  await openForm(page);
  await fillForm(page);
  await page.evaluate(async () => {
    const clearFields = () => {
      for (const field of document.querySelectorAll<HTMLInputElement>('[autocomplete=off]')) {
        field.value = '';
      }
    };
    clearFields();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await new Promise((resolve) => setTimeout(resolve));
    clearFields();
  });
  await expectFormValues(page);
});

test('text that was typed before hydration is saved in the draft', async ({ page }) => {
  await holdRequests(page, hydrateScript);
  await page.goto('/contact');
  await fillForm(page);
  await reopenForm(page);
  await expectFormValues(page);
});

test('the draft is deleted after a submission', async ({ page }) => {
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(await readDraft(page)).toBeNull();
  expect(await readDraftKey(page)).toBeNull();
  await reopenForm(page);
  await expectFormValues(page, emptyForm);
});

test('the draft is deleted after a native submission, and reloading its confirmation keeps the next draft', async ({
  page,
}) => {
  await holdRequests(page, hydrateScript);
  await page.goto('/contact');
  await fillForm(page);
  await submitButton(page).click();
  await expect(page).toHaveURL(confirmationUrl);
  await expectFormValues(page, emptyForm);
  await expect.poll(() => readDraft(page)).toBeNull();

  await textBox(page, 'Company').fill('Northquay Warm Storage');
  await page.reload();
  await expect(textBox(page, 'Company')).toHaveValue('Northquay Warm Storage');
});

test('the draft is deleted after a native submission that follows a failed one', async ({
  page,
  consoleMessages,
}) => {
  await interceptSubmissions(page, respondUnavailable);
  // A fake clock would hide from the page that it was reloaded.
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();
  await expect(inlineMessage(page, failureMessage)).toBeVisible();
  expect(await readDraftKey(page)).not.toBeNull();

  await holdRequests(page, hydrateScript);
  await page.reload();
  await submitButton(page).click();
  await expect(page).toHaveURL(confirmationUrl);
  await expectFormValues(page, emptyForm);
  await expect.poll(() => readDraft(page)).toBeNull();
  await expect.poll(() => readDraftKey(page)).toBeNull();
  allowConsoleError(consoleMessages, failedRequestMessage);
});

test('hydration keeps the values of a form that the server returned with errors', async ({
  page,
  consoleMessages,
}) => {
  await openForm(page);
  await fillForm(page);
  await page.goto('about:blank');
  const release = await holdRequests(page, hydrateScript);
  await page.goto('/contact');
  await textBox(page, 'Email').fill('mara');
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeVisible();
  await expectFormValues(page, { ...inquiry, email: 'mara' });

  await textBox(page, 'Company').fill('');
  await textBox(page, 'Role').fill('Chair');
  release();
  await hydrate(page);
  await expectFormValues(page, { ...inquiry, email: 'mara', company: '', role: 'Chair' });
  allowConsoleError(consoleMessages, failedRequestMessage);
});

test('a draft contains the visible fields, not the honeypot', async ({ page }) => {
  await openForm(page);
  await page.locator('input[name=honeypot]').fill('https://spam.example', { force: true });
  await textBox(page, 'Role').fill('Chair');
  expect(JSON.parse((await readDraft(page)) ?? '')).toEqual({
    ...emptyForm,
    role: 'Chair',
    fundingStage: '',
    investmentAmount: '',
  });
});

test('another tab starts with an empty form', async ({ page, context }) => {
  await openForm(page);
  await fillForm(page);
  const other = await context.newPage();
  await openForm(other);
  await expectFormValues(other, emptyForm);
});

for (const invalidDraft of [
  '{"company":',
  'null',
  '[["company"]]',
  '"company"',
  '{"company":{"a":1}}',
]) {
  test(`the form ignores an invalid draft: ${invalidDraft}`, async ({ page, site }) => {
    await page.addInitScript((text) => sessionStorage.setItem('inquiry', text), invalidDraft);
    await openForm(page);
    await expectFormValues(page, emptyForm);
    await fillForm(page);
    await submitButton(page).click();
    await expect(inlineMessage(page, successMessage)).toBeVisible();
    expect(await storedInquiries(site)).toEqual([inquiry]);
  });
}

test('an option in the draft that no longer exists is reset', async ({ page }) => {
  await page.addInitScript(() =>
    sessionStorage.setItem('inquiry', '{"role":"Chair","timeline":"someday"}'),
  );
  await page.goto('/contact');
  await expect(textBox(page, 'Role')).toHaveValue('Chair');
  await expect(selectBox(page, 'Timeline')).toHaveValue('');
  await expect(selectBox(page, 'Timeline').locator('option:checked')).toHaveText('Select');
});

test('the form works without sessionStorage', async ({ page, site }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'sessionStorage', {
      get() {
        throw new DOMException('The operation is insecure', 'SecurityError');
      },
    });
  });
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('the last saved draft is kept when sessionStorage is full', async ({ page }) => {
  await page.goto('/contact');
  await textBox(page, 'Role').fill('Chair');
  await page.evaluate(() => {
    for (let size = 2 ** 23; size >= 1; size /= 2) {
      try {
        sessionStorage.setItem(`filler ${size}`, 'x'.repeat(size));
      } catch {
        // Continues with a smaller size.
      }
    }
  });
  await textBox(page, 'Message').fill('x'.repeat(4000));
  await reopenForm(page);
  await expect(textBox(page, 'Role')).toHaveValue('Chair');
});
