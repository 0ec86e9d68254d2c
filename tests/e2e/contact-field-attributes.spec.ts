import {
  interceptSubmissions,
  openForm,
  respondUnavailable,
  selectBox,
  textBox,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

test('the form identifies required fields and autofill types', async ({ page }) => {
  await openForm(page);
  await selectBox(page, 'I am a').selectOption('founder');
  const attribute = (name: string) =>
    page
      .locator('.field')
      .locator('input, select, textarea')
      .evaluateAll(
        (controls, name) => controls.map((control) => [control.id, control.getAttribute(name)]),
        name,
      )
      .then(Object.fromEntries);

  expect(await attribute('autocomplete')).toMatchObject({
    firstName: 'given-name',
    lastName: 'family-name',
    email: 'email',
    company: 'organization',
    role: 'organization-title',
    industry: 'off',
    fundingStage: 'off',
    investmentAmount: 'off',
  });
  expect(await attribute('required')).toEqual({
    firstName: '',
    lastName: '',
    email: '',
    company: '',
    role: '',
    industry: '',
    persona: '',
    companySize: '',
    fundingStage: null,
    investmentAmount: null,
    timeline: '',
    message: '',
  });
  await expect(textBox(page, 'Email')).toHaveAttribute('inputmode', 'email');
  await expect(textBox(page, 'Email')).toHaveAttribute('type', 'email');
});

test('fields use the text direction of their content', async ({ page, consoleMessages }) => {
  await interceptSubmissions(page, respondUnavailable);
  await openForm(page);
  await textBox(page, 'Company').fill('שמואל אחזקות');
  await textBox(page, 'Message').fill('مرحبا بكم في الشركة');
  const directionOf = (name: string) =>
    textBox(page, name).evaluate((field) => getComputedStyle(field).direction);
  expect(await directionOf('Company')).toBe('rtl');
  expect(await directionOf('Message')).toBe('rtl');
  expect(await directionOf('Role')).toBe('ltr');
  await textBox(page, 'Email').fill('שמואל@example.com');
  expect(await directionOf('Email')).toBe('ltr');
  expect(consoleMessages).toEqual([]);
});

test('fields have autofill and keyboard hints', async ({ page }) => {
  await page.goto('/contact');
  const fields = page.locator(
    'form :is(input, textarea, select):not([name=honeypot], [type=hidden])',
  );
  const known = await fields.evaluateAll((elements: HTMLInputElement[]) =>
    elements.map(({ name, autocomplete, autocapitalize, inputMode, type }) =>
      [name, autocomplete, autocapitalize, inputMode, type].join(' ').trim(),
    ),
  );
  expect(known).toEqual([
    'firstName given-name words  text',
    'lastName family-name words  text',
    'email email  email email',
    'company organization words  text',
    'role organization-title words  text',
    'industry off   text',
    'persona    select-one',
    'companySize    select-one',
    'fundingStage off   text',
    'investmentAmount off   text',
    'timeline    select-one',
    'message    textarea',
  ]);
});
