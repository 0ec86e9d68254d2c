import type { Page } from '@playwright/test';
import { about } from '../../src/content/about.ts';
import { contact } from '../../src/content/contact.ts';
import { errors, investorLabels, labels, textErrors } from '../../src/content/fields.ts';
import { firm } from '../../src/content/firm.ts';
import { formatNumber } from '../../src/text/format-number.ts';
import { getReceiptTimes } from '../../src/web/contact-form/receipt-times.ts';
import type { RunningSite } from '../fixtures/start-site.ts';
import {
  createInquiryForm,
  emptyForm,
  failureMessage,
  inquiry,
  type InquiryForm,
  receiptUrl,
  receivedMessage,
  storedInquiries,
  successMessage,
} from './fixtures/inquiry-form.ts';
import {
  entryScript,
  heading,
  holdHydration,
  holdRequests,
  hydrate,
  hydrateScript,
  mainLink,
} from './fixtures/page.ts';
import { allowConsoleError, expect, test } from './fixtures/site.ts';

// Far from the firm's time zone, in which the times of a receipt are.
test.use({ timezoneId: 'Asia/Tokyo' });

const typed = {
  ...inquiry,
  persona: 'investor',
  message: 'A long story. '.repeat(350).trim(),
  fundingStage: 'Cold storage',
  investmentAmount: '$5M to $20M',
};

/** Fills in the form before hydration, which the returned function releases. */
async function fillBeforeHydration(form: InquiryForm) {
  const release = await form.openBeforeHydration();
  await form.fill(typed);
  return release;
}

async function followLink(page: Page, path: '/about' | '/contact') {
  const title = path === '/about' ? about.who.title : contact.heading;
  await mainLink(page, path).click();
  await expect(heading(page)).toHaveText(title);
}

test('a typed inquiry survives reloads, links and Back', async ({ page, form }) => {
  const release = await form.openBeforeHydration();
  await form.fill({ ...typed, firstName: '' });
  // Like autofill, which may fire only `change`.
  await form.field('firstName').evaluate((input: HTMLInputElement, firstName) => {
    input.value = firstName;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, typed.firstName);
  await page.goto('about:blank'); // The browser restores nothing in a new document.
  await page.goto('/contact');
  await form.expectValues(typed);
  release();
  await hydrate(page);
  await form.expectValues(typed);

  const releaseAgain = await holdHydration(page);
  await page.reload();
  await form.expectValues(typed);
  releaseAgain();
  await hydrate(page);
  await form.expectValues(typed);

  await followLink(page, '/about');
  await followLink(page, '/contact');
  await form.expectValues(typed);
  await page.goto('/about');
  await page.goBack();
  await form.expectValues(typed);
});

test('a typed inquiry survives a failed hydration', async ({ page, form, consoleMessages }) => {
  await page.route(hydrateScript, (route) => route.abort());
  await page.clock.install();
  const release = await fillBeforeHydration(form);
  release();
  await expect(form.helpButton('timeline')).toBeHidden();
  await expect(page.locator('#timeline-help')).toBeVisible();
  await page.unroute(hydrateScript);
  await page.clock.runFor(1000); // Ignores intents after a failure.
  await hydrate(page);
  await expect(form.helpButton('timeline')).toBeVisible();
  await form.expectValues(typed);
  allowConsoleError(consoleMessages, /^error: Failed to load resource: net::ERR_FAILED/);
});

test('a returned form that is corrected before its script keeps values and focus', async ({
  page,
  form,
}) => {
  const release = await form.openBeforeHydration();
  await form.fill({ ...typed, firstName: '', email: 'mara@northquay', timeline: '' });
  const releaseScript = await holdRequests(page, entryScript);
  await form.submitButton.click();
  await expect(form.error('firstName')).toHaveText(errors.firstName);
  await expect(form.errorSummary).toBeFocused();
  const corrected = { ...typed, email: 'mara@northquay', timeline: '', company: '' };
  await form.fill(corrected);

  releaseScript();
  release();
  await hydrate(page);
  await form.expectValues(corrected);
  await expect(form.field('investmentAmount', investorLabels.investmentAmount)).toBeFocused();
  await expect(page).toHaveTitle(contact.errors.title);
  await expect(form.error('firstName')).toBeHidden();
  await expect(form.errorSummary.getByRole('link')).toHaveText([errors.email, errors.timeline]);

  // A later visit has no errors.
  await followLink(page, '/about');
  await followLink(page, '/contact');
  await expect(page).toHaveTitle(contact.meta.title);
  await form.expectValues(corrected);
  await expect(form.errorSummary).toBeHidden();
});

test('a returned message that is too long keeps its error until it is edited', async ({
  page,
  form,
}) => {
  const release = await form.openBeforeHydration();
  const message = 'A long story. '.repeat(500).trim();
  await form.fill({ ...typed, message });
  await form.submitButton.click();
  const tooLong = textErrors.tooLong(formatNumber(firm, 6999), formatNumber(firm, 5000));
  const error = `${tooLong}. ${contact.errors.cut}`;
  await expect(form.error('message')).toHaveText(error);
  release();
  await hydrate(page);
  await expect(form.error('message')).toHaveText(error);
  await form.expectValues({ ...typed, message: message.slice(0, 5000) });
  await page.goBack();
  await form.expectValues({ ...typed, message });
});

/** Returns what the browser stores of the inquiry. */
const readStoredDraft = (page: Page) => page.evaluate(() => sessionStorage.getItem('inquiry'));

test('after a submission, links lead to an empty form, Back to thanks', async ({ page, form }) => {
  const release = await form.holdSubmissions();
  await form.open();
  await form.submit(typed);
  await followLink(page, '/about');
  release();
  await expect(form.toast(successMessage)).toBeVisible();
  expect(await readStoredDraft(page)).toBeNull();
  await form.dismissButton.click();

  await followLink(page, '/contact');
  await form.expectValues(emptyForm);
  for (const message of [form.message(receivedMessage), form.toast(successMessage)])
    await expect(message).toBeHidden();
  await page.goBack();
  await expect(heading(page)).toHaveText(about.who.title);
  await page.goBack();
  await form.expectSuccess();
  await form.expectValues(emptyForm);

  await form.field('role').fill('Chair');
  await followLink(page, '/about');
  await page.goBack();
  await expect(form.field('role')).toHaveValue('Chair');
  await expect(form.message(receivedMessage)).toBeHidden();
});

/** Adds elements to the server's form, as extensions for passwords and grammar do. */
function addElements() {
  document.forms[0]?.prepend(document.createElement('div'));
  document.querySelector('textarea')?.after(document.createElement('grammar-checker'));
}

for (const [name, change] of [
  ['a form', () => undefined],
  ['a form to which an extension added elements', addElements],
] as const) {
  test(`hydration of ${name} costs no key`, async ({ page, form, site }) => {
    const release = await form.openBeforeHydration();
    await form.fill({ ...typed, lastName: 'XX Trapp', message: 'XX an owner.' });
    await page.evaluate(change);
    for (const [name, before, after] of [
      ['lastName', 'Ad', 'elaide von '],
      ['message', 'We are ', 'looking for '],
    ] as const) {
      const field = form.field(name);
      await field.evaluate((input: HTMLInputElement) => {
        input.focus();
        input.setSelectionRange(0, 3);
      });
      await page.keyboard.type(before, { delay: 30 });
      release();
      await page.keyboard.type(after, { delay: 60 });
    }
    await expect(page.locator('grammar-checker, form > div:first-child')).toBeHidden();
    const lastName = 'Adelaide von Trapp';
    const message = 'We are looking for an owner.';
    await form.expectValues({ ...typed, lastName, message });
    await form.submitButton.click();
    await form.expectSuccess();
    expect(await storedInquiries(site)).toEqual([{ ...typed, lastName, message }]);
  });
}

for (const [name, key, value] of [
  ['email', 'End', `${inquiry.email}Warm`],
  ['company', 'Shift+Home', 'Warm'], // Typing replaces the selected text.
] as const) {
  test(`a hydration mismatch keeps focus and selection in ${name}`, async ({ page, form }) => {
    const release = await form.openBeforeHydration();
    const field = form.field(name);
    await field.fill(inquiry.email);
    await field.press(key);
    await page.evaluate(addElements);
    release();
    await hydrate(page);
    await expect(field).toBeFocused();
    await page.keyboard.type('Warm');
    await expect(field).toHaveValue(value);
  });
}

test('hydration keeps a form that was rejected before it, and its e-mail fallback', async ({
  page,
  form,
}) => {
  const release = await form.openBeforeHydration();
  await page.locator('input[name=honeypot]').fill('https://spam.example', { force: true });
  await form.submit();
  const link = form.errorSummary.getByRole('link', { name: contact.emailFallback.link });
  const typedMessage = new RegExp(encodeURIComponent(`${labels.message}: We are looking`));
  await expect(link).toHaveAttribute('href', typedMessage);
  release();
  await hydrate(page);
  await expect(link).toHaveAttribute('href', typedMessage);
  await form.expectValues();
});

test('a reload of a native receipt keeps the next draft', async ({ page, form }) => {
  // Not retried. A fake clock would hide from the page that it was reloaded.
  await form.intercept((route) =>
    route.fulfill({ status: 429, json: { error: 'Too many inquiries', limit: 'network' } }),
  );
  await form.open();
  await form.submit();
  await expect(form.toast(failureMessage)).toBeVisible();
  expect(await readStoredDraft(page)).not.toBeNull();

  await holdHydration(page);
  await page.reload();
  await form.submitButton.click();
  await expect(page).toHaveURL(receiptUrl);
  await form.expectValues(emptyForm);
  await expect.poll(() => readStoredDraft(page)).toBeNull();

  await form.field('company').fill('Northquay Warm Storage');
  await page.reload();
  await expect(form.field('company')).toHaveValue('Northquay Warm Storage');
});

/** The address of a receipt of this minute, which anybody can write. */
const writtenReceipt = () => `/contact?sent=${new Date().toISOString().slice(0, 16)}Z#sent`;

for (const [name, isHydrated] of [
  ['before hydration', false],
  ['after hydration', true],
] as const) {
  test(`a receipt that is opened keeps a draft that was typed ${name}`, async ({ page, form }) => {
    const release = await fillBeforeHydration(form);
    if (isHydrated) {
      release();
      await hydrate(page);
      await form.fill(typed);
    }
    await page.goto(writtenReceipt());
    await form.expectSuccess();
    await form.expectValues(typed);
    await page.goto('/contact');
    await form.expectValues(typed);
  });
}

test('a receipt keeps the draft of an inquiry that was rejected', async ({ page, form }) => {
  const release = await form.openBeforeHydration();
  const invalid = { ...typed, email: 'mara@northquay' };
  await form.fill(invalid);
  await form.submitButton.click();
  await expect(form.errorSummary).toBeVisible();
  await page.goto(writtenReceipt());
  await form.expectSuccess();
  await form.expectValues(invalid);
  release();
});

test('a receipt clears the draft of values that the browser filled in', async ({ page, form }) => {
  await fillBeforeHydration(form);
  await form.field('role').evaluate((input: HTMLInputElement) => (input.value = 'Chair'));
  await form.submitButton.click();
  await expect(page).toHaveURL(receiptUrl);
  await form.expectValues(emptyForm);
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('what is typed after the click that sends an inquiry is kept', async ({ page, form }) => {
  await fillBeforeHydration(form);
  const message = 'We would like to add something.';
  await form.field('message').evaluate((input: HTMLTextAreaElement, message) => {
    input.form?.requestSubmit();
    input.value = message;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, message);
  await expect(page).toHaveURL(receiptUrl);
  await form.expectValues({ ...typed, message });
});

test('a copy of the tab keeps its draft when it shows the receipt', async ({ page, form }) => {
  await fillBeforeHydration(form);
  await form.submitButton.click();
  await expect(page).toHaveURL(receiptUrl);
  await form.field('company').fill('Northquay Warm Storage');
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void open(location.href));
  const copy = createInquiryForm(await opened);
  await copy.expectSuccess();
  await expect(copy.field('company')).toHaveValue('Northquay Warm Storage');
});

test('an inquiry that is sent again and again is stored once', async ({ page, form, site }) => {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      if (document.getElementById('sent')) document.forms[0]?.requestSubmit();
    });
  });
  const release = await fillBeforeHydration(form);
  // The response is lost.
  await page.route('**/contact', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch({ maxRedirects: 0 });
    return route.abort();
  });
  await form.submitButton.click({ noWaitAfter: true });
  await expect.poll(async () => (await site.inquiries()).length).toBe(1);
  // page.waitForURL rejects when the navigation fails.
  await expect.poll(() => page.url()).toBe('chrome-error://chromewebdata/');
  await page.unroute('**/contact');
  await page.goto('/contact');
  await form.expectValues(typed);

  await form.submitButton.dblclick();
  await expect(page).toHaveURL(receiptUrl);
  await page.waitForLoadState();
  await expect(form.submitButton).toBeEnabled();
  await page.goBack();
  await form.expectValues(typed);
  release();
  await hydrate(page);
  expect(await readStoredDraft(page)).toBeNull();
  await form.submitButton.click();
  await form.expectSuccess();
  expect(await storedInquiries(site)).toEqual([typed]);
});

test('the button reads "Submitting..." until Back restores the page', async ({ page, form }) => {
  await fillBeforeHydration(form);
  await page.route('**/contact', () => undefined);
  const states = await form.submitButton.evaluate((button: HTMLButtonElement) => {
    const state = () => [button.textContent, button.disabled];
    button.form?.requestSubmit();
    const during = state();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    return [during, state()];
  });
  const { submit, submitting } = contact.form;
  expect(states).toEqual([
    [submitting, true],
    [submit, false],
  ]);
});

async function expectReceipt(form: InquiryForm, site: RunningSite) {
  await expect(form.outcome).toBeVisible();
  const [stored] = await site.inquiries();
  const receivedAt = Date.parse(String(stored?.receivedAt));
  const times = getReceiptTimes(receivedAt).map((time) => time.join(' '));
  const [received, review, response] = times;
  const { receipt } = contact.outcome;
  await expect(form.outcome.getByRole('listitem')).toHaveText([
    `${receipt[0]} ${received}.`,
    `${receipt[1]} ${review}.`,
    `${receipt[2]} ${response}.`,
  ]);
}

test('the form and its outcome with all times are printed', async ({ page, form, site }) => {
  await form.open();
  await form.fill();
  await page.emulateMedia({ media: 'print' });
  await expect(form.field('message')).toHaveValue(inquiry.message);
  await expect(form.field('message')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button').filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ media: null });
  await form.submitButton.click();
  await expectReceipt(form, site);
  const steps = contact.outcome.receipt.map((step) => `${RegExp.escape(step)} .+\\.`);
  await expect(form.outcome).toHaveAccessibleDescription(new RegExp(`^${steps.join(' ')}$`));
  await page.emulateMedia({ media: 'print' });
  await expectReceipt(form, site);
});

test('a native receipt shows times, also after hydration', async ({ page, form, site }) => {
  const release = await fillBeforeHydration(form);
  await form.submitButton.click();
  await expect(page).toHaveURL(receiptUrl);
  await expect(form.message(successMessage)).toBeInViewport();
  await expectReceipt(form, site);
  release();
  await hydrate(page);
  await expectReceipt(form, site);
  await expect(page).toHaveTitle(contact.outcome.title);
  await form.submitButton.click();
  await expect(page).toHaveTitle(contact.meta.title);
});

test('a draft is for its tab and copies, and stored once', async ({
  page,
  form,
  site,
  context,
}) => {
  await form.open();
  const honeypot = page.locator('input[name=honeypot]');
  await honeypot.fill('https://spam.example', { force: true });
  await form.fill(typed);
  const draft: unknown = JSON.parse((await readStoredDraft(page)) ?? '');
  expect(draft).toMatchObject(typed);
  expect(draft).not.toHaveProperty('honeypot');
  await honeypot.fill('', { force: true });
  const otherTab = createInquiryForm(await context.newPage());
  await otherTab.open();
  await otherTab.expectValues(emptyForm);

  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void open('/contact'));
  const copy = createInquiryForm(await opened);
  await copy.expectValues(typed);
  for (const tab of [form, copy]) {
    await hydrate(tab.page);
    await tab.submitButton.click();
    await tab.expectSuccess();
  }
  expect(await storedInquiries(site)).toEqual([typed]);
});

test('invalid values of a draft are ignored', async ({ page, form }) => {
  const draft = { role: 'Chair', timeline: 'no longer an option', company: { name: 'Northquay' } };
  for (const [text, role] of [
    [JSON.stringify(draft), 'Chair'],
    ['{"role":', ''],
  ] as const) {
    await page.addInitScript((text) => sessionStorage.setItem('inquiry', text), text);
    await form.open();
    await form.expectValues({ ...emptyForm, role });
    await expect(form.field('timeline').locator('option:checked')).toHaveText(
      contact.form.placeholder,
    );
  }
});

test('without storage, values are kept and sent', async ({ page, form, site }) => {
  await page.addInitScript(() =>
    Object.defineProperty(globalThis, 'sessionStorage', {
      get() {
        throw new DOMException('The operation is insecure', 'SecurityError');
      },
    }),
  );
  await form.open();
  await form.fill(typed);
  await followLink(page, '/about');
  await page.goBack();
  await form.expectValues(typed);
  await followLink(page, '/about');
  await followLink(page, '/contact');
  await form.expectValues(typed);
  await form.submitButton.click();
  await form.expectSuccess();
  await followLink(page, '/about');
  await followLink(page, '/contact');
  await form.expectValues(emptyForm);
  expect(await storedInquiries(site)).toEqual([typed]);
});
