import type { Locator } from '@playwright/test';
import { contact } from '../../src/content/contact.ts';
import { header } from '../../src/content/layout.ts';
import { fields } from '../../src/inquiry/inquiry.ts';
import { readAnnouncements, recordAnnouncements } from './fixtures/announcements.ts';
import { menuButton } from './fixtures/locators.ts';
import {
  emptyForm,
  failureMessage,
  inquiry,
  receivedMessage,
  respondUnavailable,
  storedInquiries,
  successMessage,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';
import { expectTabStops } from './fixtures/tab-stops.ts';

// Labels and options: accessibility.spec.
test('the fields have hints for autofill and keyboards', async ({ page, form }) => {
  await form.open();
  const fields = page.locator('.field').locator('input, select, textarea');
  const attributes = await fields.evaluateAll((elements: HTMLInputElement[]) =>
    elements.map((field) => {
      const { name, autocomplete, autocapitalize, inputMode, type, ariaRequired } = field;
      const spelling = field.spellcheck ? '' : 'unchecked';
      const values = [name, autocomplete, autocapitalize, inputMode, type, ariaRequired, spelling];
      return values.filter(Boolean).join(' ');
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
});

test('a field has the text direction of its content, but an address', async ({ form }) => {
  await form.open();
  for (const [name, text, direction] of [
    ['Company', 'שמואל אחזקות', 'rtl'],
    ['Message', 'مرحبا بكم في الشركة', 'rtl'],
    ['Email', 'שמואל@example.com', 'ltr'],
    ['Role', 'Chair', 'ltr'],
  ] as const) {
    await form.field(name).fill(text);
    await expect(form.field(name), name).toHaveCSS('direction', direction);
  }
});

test('only founders and investors see and send funding fields', async ({ form, site }) => {
  const requests = await form.intercept();
  await form.open();
  const persona = form.persona;
  await expect(form.funding).toBeHidden();
  await persona.selectOption('founder');
  await form.field('Funding Stage').fill('Series B');
  await form.field('Funding Amount').fill('$10M');
  await persona.selectOption('investor');
  await expect(form.field('Investment Focus')).toHaveValue('Series B');
  await expect(form.field('Investment Range')).toHaveValue('$10M');

  for (const other of ['operator', 'other', 'advisor']) {
    await persona.selectOption(other);
    await expect(form.funding).toBeHidden();
  }
  const advisor = { ...inquiry, persona: 'advisor' };
  await form.submit(advisor);
  await form.expectSuccess();
  expect(requests.map(({ body }) => body)).toEqual([advisor]);
  expect(await storedInquiries(site)).toEqual([advisor]);
});

test('a submission stores what was typed and resets the form', async ({ page, form, site }) => {
  const stored = {
    ...inquiry,
    firstName: 'Zoë 李',
    lastName: "O'Ḥamīd",
    company: 'Ålesund & Søn "Kjøl" <AS>',
    persona: 'founder',
    message: 'Γειά σας 👋🏽\nשלום — ready for the next step?',
    fundingStage: 'Series B',
  };
  const requests = await form.intercept();
  await form.open();
  await form.fill({ ...stored, firstName: '  Zoë 李 ', investmentAmount: '' });
  await recordAnnouncements(page);
  await form.submitButton.click();
  await expect(form.toast(successMessage)).toBeVisible();
  expect(await readAnnouncements(page)).toEqual([contact.form.submitting, successMessage]);
  await form.expectSuccess();
  await expect(form.funding).toBeHidden();
  await form.expectValues(emptyForm);
  await form.persona.selectOption('founder');
  await expect(form.field('Funding Stage')).toHaveValue('');
  expect(requests.map(({ body }) => body)).toEqual([stored]);
  expect(await storedInquiries(site)).toEqual([stored]);
});

test('a toast covers nothing that is needed, and can be dismissed', async ({ page, form }) => {
  await form.intercept(respondUnavailable);
  await page.setViewportSize({ width: 320, height: 640 });
  await form.submitUntilFailure();
  const shown = page.getByRole('region', { name: 'Notifications' });
  const bottom = async (locator: Locator) => {
    const box = await locator.boundingBox();
    return Number(box?.y) + Number(box?.height);
  };
  await expect(form.outcome).toBeFocused();
  expect(await bottom(shown)).toBeLessThan(Number((await form.outcome.boundingBox())?.y));
  await page.evaluate(() => scrollTo(0, 0));
  expect(await bottom(menuButton(page))).toBeLessThan(Number((await shown.boundingBox())?.y));
  await page.getByRole('link', { name: header.skip }).focus();
  await page.keyboard.press('Shift+Tab'); // To the start of the page.
  await expectTabStops(page, 'Tab');
  await form.field('Message').focus();
  await page.getByRole('button', { name: contact.outcome.dismiss }).focus();
  await page.keyboard.press('Enter');
  await expect(form.toast(failureMessage)).toBeHidden();
  await expect(form.field('Message')).toBeFocused();
  await expect(form.message(failureMessage)).toBeVisible();
});

test('a toast stays for ten seconds, and while hovered or focused', async ({ page, form }) => {
  await form.intercept(respondUnavailable);
  await form.submitUntilFailure();
  const shown = form.toast(failureMessage);
  await page.clock.runFor(5000);
  await shown.hover();
  await page.clock.runFor(30_000);
  await page.getByRole('button', { name: contact.outcome.dismiss }).focus();
  await page.mouse.move(0, 600);
  await page.clock.runFor(30_000);
  await expect(shown).toBeVisible();
  await form.field('Role').focus();
  await page.clock.runFor(11_000);
  await expect(shown).toBeHidden();
});

test('a double click sends one request, which disables the form', async ({ page, form, site }) => {
  const held = Promise.withResolvers<undefined>();
  const requests = await form.intercept(async (route) => {
    await held.promise;
    await route.continue();
  });
  await form.openWithFrozenClock();
  await form.fill();
  await form.submitButton.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(form.submitButton).toHaveText(contact.form.submitting);
  await expect(form.submitButton).toBeDisabled();
  await expect(form.field('Message')).toBeDisabled();
  await expect(form.root).toHaveAttribute('aria-busy', 'true');
  await form.expectValues();
  const slow = form.message(contact.outcome.slow);
  await page.clock.runFor(9900);
  await expect(slow).toBeHidden();
  await page.clock.runFor(200);
  await expect(slow).toBeVisible();
  await expect(form.status).toHaveText(contact.outcome.slow);

  held.resolve(undefined);
  await form.expectSuccess();
  await expect(form.submitButton).toHaveText(contact.form.submit);
  await expect(form.submitButton).toBeEnabled();
  await expect(form.root).toHaveAttribute('aria-busy', 'false');
  await expect(slow).toBeHidden();
  expect(requests).toHaveLength(1);
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('a click right after success sends nothing', async ({ page, form, site }) => {
  const held = Promise.withResolvers<undefined>();
  await form.intercept(async (route, nth) => {
    if (nth === 2) await held.promise;
    await route.continue();
  });
  await form.openWithFrozenClock();
  await form.submit();
  await form.expectSuccess();
  await form.submitButton.click();
  await page.keyboard.press('Enter');
  await expect(form.errorSummary).toBeHidden();
  await page.clock.runFor(900);
  await expect(form.toast(successMessage)).toBeVisible();

  await form.submit({ ...inquiry, role: 'Chair' });
  await expect(form.toast(successMessage)).toBeHidden();
  held.resolve(undefined);
  await form.expectSuccess();
  await page.clock.runFor(1000);
  await expect(form.toast(successMessage)).toBeVisible();

  await form.submitButton.click();
  await expect(form.errorSummary).toBeVisible();
  await form.expectSuccess();
  await form.field('First Name').fill('A');
  await expect(form.message(receivedMessage)).toBeHidden();
  expect(await site.inquiries()).toHaveLength(2);
});

test('the form can be filled in, corrected and sent by keyboard', async ({ page, form, site }) => {
  await form.open();
  const { keyboard } = page;
  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: header.skip })).toBeFocused();
  await keyboard.press('Enter');

  const texts: Partial<Record<string, string>> = {
    ...{ ...inquiry, email: 'mara@northquay', persona: 'Inv', companySize: '51', timeline: '3-6' },
    fundingStage: 'Cold storage',
  };
  for (const name of Object.keys(fields)) {
    if (['companySize', 'investmentAmount', 'timeline'].includes(name)) {
      await keyboard.press('Tab');
      await expect(page.getByRole('tooltip')).toBeVisible();
    }
    await keyboard.press('Tab');
    await keyboard.type(texts[name] ?? '');
  }
  await keyboard.press('Tab');
  await expect(form.submitButton).toBeFocused();
  await keyboard.press('Enter');

  await expect(form.errorSummary).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(form.field('Email')).toBeFocused();
  await keyboard.press('End');
  await keyboard.type('.example');
  await keyboard.press('Enter');
  await form.expectSuccess();
  await expect(form.outcome).toBeFocused();
  expect(await storedInquiries(site)).toEqual([
    { ...inquiry, persona: 'investor', fundingStage: 'Cold storage' },
  ]);
});
