import type { Locator, Page } from '@playwright/test';
import { contact } from '../../src/content/contact.ts';
import { header } from '../../src/content/layout.ts';
import { readAnnouncements, recordAnnouncements } from './fixtures/announcements.ts';
import { menuButton } from './fixtures/hydrate.ts';
import {
  emptyForm,
  errorSummary,
  expectFormValues,
  expectSuccess,
  fillForm,
  inlineMessage,
  inquiry,
  interceptSubmissions,
  openForm,
  openWithFrozenClock,
  outcome,
  respondUnavailable,
  selectBox,
  storedInquiries,
  submitButton,
  submitForm,
  submitUntilFailure,
  receivedMessage,
  successMessage,
  failureMessage,
  textBox,
  toast,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';
import { expectTabStops } from './fixtures/tab-stops.ts';

const fundingBlock = (page: Page) => page.locator('.funding');

// Labels and options: accessibility.spec.
test('the fields have autofill and keyboard hints, and use the text direction of their content', async ({
  page,
}) => {
  await openForm(page);
  const fields = page.locator('.field').locator('input, select, textarea');
  const attributes = await fields.evaluateAll((elements: HTMLInputElement[]) =>
    elements.map(({ name, autocomplete, autocapitalize, inputMode, type, ariaRequired }) =>
      [name, autocomplete, autocapitalize, inputMode, type, ariaRequired]
        .join(' ')
        .replaceAll(/ +/g, ' '),
    ),
  );
  expect(attributes).toEqual([
    'firstName given-name words text true',
    'lastName family-name words text true',
    'email email email email true',
    'company organization words text true',
    'role organization-title words text true',
    'industry text true',
    'persona select-one true',
    'companySize select-one true',
    'fundingStage text false',
    'investmentAmount text false',
    'timeline select-one true',
    'message textarea true',
  ]);

  const texts = {
    Company: 'שמואל אחזקות',
    Message: 'مرحبا بكم في الشركة',
    Email: 'שמואל@example.com',
  };
  for (const [name, text] of Object.entries(texts)) await textBox(page, name).fill(text);
  for (const name of ['Company', 'Message']) {
    await expect(textBox(page, name)).toHaveCSS('direction', 'rtl');
  }
  for (const name of ['Role', 'Email']) {
    await expect(textBox(page, name)).toHaveCSS('direction', 'ltr');
  }
});

test('only founders and investors see the funding fields, with their own labels; hidden, they keep their values and are not sent', async ({
  page,
  site,
}) => {
  const requests = await interceptSubmissions(page);
  await openForm(page);
  const persona = selectBox(page, contact.form.persona);
  await expect(fundingBlock(page)).toBeHidden();
  await persona.selectOption('founder');
  await textBox(page, 'Funding Stage').fill('Series B');
  await textBox(page, 'Funding Amount').fill('$10M');
  await persona.selectOption('investor');
  await expect(textBox(page, 'Investment Focus')).toHaveValue('Series B');
  await expect(textBox(page, 'Investment Range')).toHaveValue('$10M');

  for (const other of ['operator', 'other', 'advisor']) {
    await persona.selectOption(other);
    await expect(fundingBlock(page)).toBeHidden();
  }
  const advisor = { ...inquiry, persona: 'advisor' };
  await submitForm(page, advisor);
  await expectSuccess(page);
  expect(requests.map(({ body }) => body)).toEqual([advisor]);
  expect(await storedInquiries(site)).toEqual([advisor]);
});

test('a submission stores the inquiry as typed without spaces around it, shows and announces the success message, and resets the form', async ({
  page,
  site,
}) => {
  const stored = {
    ...inquiry,
    firstName: 'Zoë 李',
    lastName: "O'Ḥamīd",
    company: 'Ålesund & Søn "Kjøl" <AS>',
    persona: 'founder',
    message: 'Γειά σας 👋🏽\nשלום — ready for the next step?',
    fundingStage: 'Series B',
  };
  const requests = await interceptSubmissions(page);
  await openForm(page);
  await fillForm(page, { ...stored, firstName: '  Zoë 李 ', investmentAmount: '' });
  await recordAnnouncements(page);
  await submitButton(page).click();
  await expect(toast(page, successMessage)).toBeVisible();
  await expect(outcome(page)).toBeFocused();
  expect(await readAnnouncements(page)).toEqual([contact.form.submitting, successMessage]);
  await expectSuccess(page);
  await expect(fundingBlock(page)).toBeHidden();
  await expectFormValues(page, emptyForm);
  await selectBox(page, contact.form.persona).selectOption('founder');
  await expect(textBox(page, 'Funding Stage')).toHaveValue('');
  expect(requests.map(({ body }) => body)).toEqual([stored]);
  expect(await storedInquiries(site)).toEqual([stored]);
});

test('the toast covers neither the outcome, the menu button nor the focused control, and can be dismissed', async ({
  page,
}) => {
  await interceptSubmissions(page, respondUnavailable);
  await page.setViewportSize({ width: 320, height: 640 });
  await submitUntilFailure(page);
  const shown = page.getByRole('region', { name: 'Notifications' });
  const bottom = async (locator: Locator) => {
    const box = await locator.boundingBox();
    return Number(box?.y) + Number(box?.height);
  };
  await expect(outcome(page)).toBeFocused();
  expect(await bottom(shown)).toBeLessThan(Number((await outcome(page).boundingBox())?.y));
  await page.evaluate(() => scrollTo(0, 0));
  expect(await bottom(menuButton(page))).toBeLessThan(Number((await shown.boundingBox())?.y));
  await page.getByRole('link', { name: header.skip }).focus();
  await page.keyboard.press('Shift+Tab'); // To the start of the page.
  await expectTabStops(page, 'Tab');
  await textBox(page, 'Message').focus();
  await page.getByRole('button', { name: contact.outcome.dismiss }).focus();
  await page.keyboard.press('Enter');
  await expect(toast(page, failureMessage)).toBeHidden();
  await expect(textBox(page, 'Message')).toBeFocused();
  await expect(inlineMessage(page, failureMessage)).toBeVisible();
});

test('a toast stays while it is hovered or focused, and otherwise for ten seconds', async ({
  page,
}) => {
  await interceptSubmissions(page, respondUnavailable);
  await submitUntilFailure(page);
  const shown = toast(page, failureMessage);
  await page.clock.runFor(5000);
  await shown.hover();
  await page.clock.runFor(30_000);
  await page.getByRole('button', { name: contact.outcome.dismiss }).focus();
  await page.mouse.move(0, 600);
  await page.clock.runFor(30_000);
  await expect(shown).toBeVisible();
  await textBox(page, 'Role').focus();
  await page.clock.runFor(11_000);
  await expect(shown).toBeHidden();
});

test('a submission disables the form, is sent once despite a double click, and is explained after 10 s', async ({
  page,
  site,
}) => {
  const held = Promise.withResolvers<undefined>();
  const requests = await interceptSubmissions(page, async (route) => {
    await held.promise;
    await route.continue();
  });
  await openWithFrozenClock(page);
  await fillForm(page);
  await submitButton(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(submitButton(page)).toHaveText(contact.form.submitting);
  await expect(submitButton(page)).toBeDisabled();
  await expect(textBox(page, 'Message')).toBeDisabled();
  await expect(page.locator('form')).toHaveAttribute('aria-busy', 'true');
  await expectFormValues(page);
  const slow = inlineMessage(page, contact.outcome.slow);
  await page.clock.runFor(9900);
  await expect(slow).toBeHidden();
  await page.clock.runFor(200);
  await expect(slow).toBeVisible();
  await expect(page.locator('form + [role=status]')).toHaveText(contact.outcome.slow);

  held.resolve(undefined);
  await expectSuccess(page);
  await expect(submitButton(page)).toHaveText(contact.form.submit);
  await expect(submitButton(page)).toBeEnabled();
  await expect(page.locator('form')).toHaveAttribute('aria-busy', 'false');
  await expect(slow).toBeHidden();
  expect(requests).toHaveLength(1);
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('after success, a second click is ignored, another inquiry shows a new toast, and the message stays until something is typed', async ({
  page,
  site,
}) => {
  const held = Promise.withResolvers<undefined>();
  await interceptSubmissions(page, async (route, nth) => {
    if (nth === 2) await held.promise;
    await route.continue();
  });
  await openWithFrozenClock(page);
  await submitForm(page);
  await expectSuccess(page);
  await submitButton(page).click();
  await page.keyboard.press('Enter');
  await expect(errorSummary(page)).toBeHidden();
  await page.clock.runFor(900);
  await expect(toast(page, successMessage)).toBeVisible();

  await submitForm(page, { ...inquiry, role: 'Chair' });
  await expect(toast(page, successMessage)).toBeHidden();
  held.resolve(undefined);
  await expectSuccess(page);
  await page.clock.runFor(1000);
  await expect(toast(page, successMessage)).toBeVisible();

  await submitButton(page).click();
  await expect(errorSummary(page)).toBeVisible();
  await expectSuccess(page);
  await textBox(page, 'First Name').fill('A');
  await expect(inlineMessage(page, receivedMessage)).toBeHidden();
  expect(await site.inquiries()).toHaveLength(2);
});

test('the form can be filled in, corrected and sent by keyboard', async ({ page, site }) => {
  await openForm(page);
  const { keyboard } = page;
  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: header.skip })).toBeFocused();
  await keyboard.press('Enter');

  const { firstName, lastName, company, role, industry, message } = inquiry;
  const help = undefined;
  const stops = [
    ...[firstName, lastName, 'mara@northquay', company, role, industry, 'Inv'],
    ...[help, '51', 'Cold storage', help, '', help, '3-6', message],
  ];
  for (const text of stops) {
    await keyboard.press('Tab');
    if (text === help) await expect(page.getByRole('tooltip')).toBeVisible();
    else await keyboard.type(text);
  }
  await keyboard.press('Tab');
  await expect(submitButton(page)).toBeFocused();
  await keyboard.press('Enter');

  await expect(errorSummary(page)).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(textBox(page, 'Email')).toBeFocused();
  await keyboard.press('End');
  await keyboard.type('.example');
  await keyboard.press('Enter');
  await expectSuccess(page);
  await expect(outcome(page)).toBeFocused();
  expect(await storedInquiries(site)).toEqual([
    { ...inquiry, persona: 'investor', fundingStage: 'Cold storage' },
  ]);
});
