import type { Page } from '@playwright/test';
import { contact } from '../../src/content/contact.ts';
import { companySizes, investorLabels, personas, timelines } from '../../src/content/fields.ts';
import { header } from '../../src/content/layout.ts';
import { fieldRecords } from '../../src/inquiry/inquiry.ts';
import { longEnough } from '../fixtures/sample-inquiry.ts';
import { readAnnouncements, recordAnnouncements } from './fixtures/announcements.ts';
import { emptyForm, inquiry, storedInquiries, successMessage } from './fixtures/inquiry-form.ts';
import { boxOf, mainLink } from './fixtures/page.ts';
import { expect, test } from './fixtures/site.ts';

/** Returns the names of the form's elements that browsers tell screen readers are invalid. */
const findInvalid = (page: Page) =>
  page
    .locator('form')
    .locator(':invalid, [aria-invalid=true]')
    .evaluateAll((elements) => elements.map(({ id, tagName }) => id || tagName));

// Labels and options: accessibility.spec.
test('the fields have hints for autofill, keyboards and text direction', async ({ page, form }) => {
  await form.open();
  const attributes = await page
    .locator('.field')
    .locator('input, select, textarea')
    .evaluateAll((elements: HTMLInputElement[]) =>
      elements.map((field) => {
        const { name, autocomplete, autocapitalize, inputMode, type, ariaRequired } = field;
        const spelling = field.spellcheck ? '' : 'unchecked';
        const all = [name, autocomplete, autocapitalize, inputMode, type, ariaRequired, spelling];
        return all.filter(Boolean).join(' ');
      }),
    );
  const expected = [
    'firstName given-name words text true unchecked',
    'lastName family-name words text true unchecked',
    'email email email email true unchecked',
    'company organization words text true unchecked',
    'role organization-title words text true unchecked',
    'industry text true',
    'persona select-one true',
    'companySize select-one true',
    'fundingStage text false',
    'investmentAmount text false',
    'timeline select-one true',
    'message textarea true',
  ];
  // The firm's own fields stand among these.
  const names = expected.map((line) => line.split(' ')[0]);
  expect(attributes.filter((line) => names.includes(line.split(' ')[0]))).toEqual(expected);
  for (const [name, text, direction] of [
    ['company', 'שמואל אחזקות', 'rtl'],
    ['message', 'مرحبا بكم في الشركة', 'rtl'],
    ['email', 'שמואל@example.com', 'ltr'],
    ['role', 'Chair', 'ltr'],
  ] as const) {
    await form.field(name).fill(text);
    await expect(form.field(name), name).toHaveCSS('direction', direction);
  }
});

// Help: contact-tooltips.spec.
test('headings and notices are heard once', async ({ page, form }) => {
  const { heading, investorNotice, messageHelp } = contact.form;
  await form.open();
  await expect(page.getByRole('group', { name: heading })).toBeVisible();
  // The footer may have the same words.
  const main = page.getByRole('main');
  await expect(main.getByText(heading, { exact: true })).toHaveCount(1);
  await form.persona.selectOption('founder');
  for (const [name, description] of [
    ['message', messageHelp],
    ['companySize', ''],
    ['fundingStage', ''],
    ['investmentAmount', ''],
  ] as const)
    await expect(form.field(name), name).toHaveAccessibleDescription(description);
  await form.field('fundingStage').fill('Series B');
  await form.persona.selectOption('investor');
  await expect(form.field('fundingStage', investorLabels.fundingStage)).toHaveValue('Series B');
  for (const name of ['fundingStage', 'investmentAmount'] as const) {
    const field = form.field(name, investorLabels[name]);
    await expect(field, name).toHaveAccessibleDescription(investorNotice);
  }
});

test('a submission stores what was typed and resets the form', async ({ page, form, site }) => {
  const stored = {
    ...inquiry,
    firstName: 'Zoë 李',
    lastName: "O'Ḥamīd",
    company: 'Ålesund & Søn "Kjøl" <AS>',
    persona: 'founder',
    message: longEnough('Γειά σας 👋🏽\nשלום — ready for the next step?'),
    fundingStage: 'Series B',
  };
  const requests = await form.intercept();
  await form.open();
  expect(await findInvalid(page)).toEqual([]);
  await form.fill({ ...stored, firstName: '  Zoë 李 ', investmentAmount: '' });
  await recordAnnouncements(page);
  await form.submitButton.click();
  await expect(form.toast(successMessage)).toBeVisible();
  expect(await readAnnouncements(page)).toEqual([contact.form.submitting, successMessage]);
  await form.expectSuccess();
  expect(await findInvalid(page)).toEqual([]);
  await expect(form.funding).toBeHidden();
  await form.expectValues(emptyForm);
  await form.persona.selectOption('founder');
  await expect(form.field('fundingStage')).toHaveValue('');
  expect(requests.map(({ body }) => body)).toEqual([stored]);
  expect(await storedInquiries(site)).toEqual([stored]);
});

test('a double click sends one request, which disables the form', async ({ page, form, site }) => {
  const release = await form.holdSubmissions();
  const requests = await form.intercept((route) => route.fallback());
  await form.openWithFrozenClock();
  // Screen readers read an empty element that can have the focus.
  await expect(form.status).not.toHaveAttribute('tabindex');
  await form.fill();
  await form.submitButton.focus();
  await form.submitButton.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(form.submitButton).toHaveText(contact.form.submitting);
  await expect(form.submitButton).toBeDisabled();
  await expect(form.field('message')).toBeDisabled();
  await expect(form.root).toHaveAttribute('aria-busy', 'true');
  await expect(form.status).toBeFocused();
  await expect(form.status).toHaveText(contact.form.submitting);
  await form.expectValues();
  const slow = form.message(contact.outcome.slow);
  await page.clock.runFor(9900);
  await expect(slow).toBeHidden();
  await page.clock.runFor(200);
  await expect(slow).toBeVisible();
  await expect(form.status).toHaveText(contact.outcome.slow);

  release();
  await form.expectSuccess();
  await expect(form.outcome).toBeFocused();
  await expect(form.submitButton).toHaveText(contact.form.submit);
  await expect(form.submitButton).toBeEnabled();
  await expect(form.root).toHaveAttribute('aria-busy', 'false');
  await expect(form.status).not.toHaveAttribute('tabindex');
  await expect(slow).toBeHidden();
  expect(requests).toHaveLength(1);
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('a click right after success sends nothing', async ({ page, form, site }) => {
  await form.openWithFrozenClock();
  await form.submit();
  await form.expectSuccess();
  await form.submitButton.click();
  await page.keyboard.press('Enter');
  await expect(form.errorSummary).toBeHidden();
  await page.clock.runFor(900);
  await expect(form.toast(successMessage)).toBeVisible();

  const release = await form.holdSubmissions();
  await form.submit({ ...inquiry, role: 'Chair' });
  await expect(form.toast(successMessage)).toBeHidden();
  release();
  await form.expectSuccess();
  await page.clock.runFor(1000);
  await expect(form.toast(successMessage)).toBeVisible();

  await form.submitButton.click();
  await expect(form.errorSummary).toBeVisible();
  await form.expectSuccess();
  expect(await site.inquiries()).toHaveLength(2);
});

test('the receipt stays above the empty form until the next one is sent', async ({
  page,
  form,
}) => {
  await form.open();
  await form.submit();
  await expect(form.outcome).toBeFocused();
  await expect(form.outcome).toBeInViewport();
  const firstName = form.field('firstName');
  expect((await boxOf(form.outcome)).bottom).toBeLessThan((await boxOf(firstName)).top);
  await firstName.focus();
  const { top } = await boxOf(firstName);
  await page.keyboard.type('Ada');
  await expect(firstName).toHaveValue('Ada');
  expect((await boxOf(firstName)).top, 'what is typed in does not move').toBe(top);
  await expect(form.outcome).toBeVisible();
  await form.holdSubmissions();
  await form.submit({ ...inquiry, role: 'Chair' });
  await expect(form.outcome).toBeHidden();
});

test('the form can be filled in, corrected and sent by keyboard', async ({ page, form, site }) => {
  await form.open();
  const { keyboard } = page;
  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: header.skip })).toBeFocused();
  await keyboard.press('Enter');

  const texts: Partial<Record<string, string>> = {
    ...inquiry,
    email: 'mara@northquay',
    fundingStage: 'Cold storage',
  };
  /** Positions in the lists. */
  const choices: Partial<Record<string, number>> = {
    persona: Object.keys(personas).indexOf('investor'),
    companySize: Object.keys(companySizes).indexOf(inquiry.companySize),
    timeline: Object.keys(timelines).indexOf(inquiry.timeline),
  };
  for (const name of Object.keys(fieldRecords)) {
    if (['companySize', 'investmentAmount', 'timeline'].includes(name)) {
      await keyboard.press('Tab');
      await expect(page.getByRole('tooltip')).toBeVisible();
    }
    await keyboard.press('Tab');
    const choice = choices[name];
    if (choice === undefined) await keyboard.type(texts[name] ?? '');
    else for (let nth = 0; nth <= choice; nth += 1) await keyboard.press('ArrowDown');
  }
  await page.setViewportSize({ width: 320, height: 256 }); // 400 % zoom
  await keyboard.press('Tab');
  await expect(form.submitButton).toBeFocused();
  await expect(form.submitButton).toBeInViewport({ ratio: 1 });
  await keyboard.press('Enter');

  await expect(form.errorSummary).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(form.field('email')).toBeFocused();
  await keyboard.press('End');
  await keyboard.type('.example');
  await keyboard.press('Enter');
  await form.expectSuccess();
  expect(await storedInquiries(site)).toEqual([
    { ...inquiry, persona: 'investor', fundingStage: 'Cold storage' },
  ]);
});

test('a submission goes on on other pages; leaving asks first', async ({ page, form, site }) => {
  const release = await form.holdSubmissions();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.dismiss();
  });
  await form.open();
  await form.submit();
  await mainLink(page, '/about').click();
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await expect(form.submitButton).toHaveText(contact.form.submitting);
  await form.expectValues();
  await page.evaluate(() => location.assign('/about'));
  await expect.poll(() => dialogs).toEqual(['beforeunload']);
  await expect(page).toHaveURL('/contact');

  await mainLink(page, '/about').focus();
  release();
  await expect(form.toast(successMessage)).toBeVisible();
  await form.expectSuccess();
  await form.expectValues(emptyForm);
  await expect(mainLink(page, '/about')).toBeFocused();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});
