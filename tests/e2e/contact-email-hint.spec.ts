import { contact } from '../../src/content/contact.ts';
import {
  expectSuccess,
  inquiry,
  openForm,
  storedInquiries,
  submitButton,
  submitForm,
  textBox,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

const hintName = contact.form.emailHint('jane@gmail.com');

test('a mistyped or invalid mail domain gets a hint that one click accepts', async ({ page }) => {
  await openForm(page);
  const hint = page.getByRole('button', { name: hintName });
  await textBox(page, 'Email').fill('jane@gmailcom');
  await submitButton(page).click();
  await expect(textBox(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
  await textBox(page, 'Email').focus();
  await textBox(page, 'Company').focus();
  await expect(page.getByRole('status').filter({ has: hint })).toHaveText(hintName);
  // Looks like a link.
  await expect(hint).toHaveCSS('border-top-width', '0px');
  await expect(hint).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');

  await hint.click();
  await expect(textBox(page, 'Email')).toHaveValue('jane@gmail.com');
  await expect(textBox(page, 'Email')).not.toHaveAttribute('aria-invalid');
  await expect(textBox(page, 'Email')).toBeFocused();
  await expect(hint).toBeHidden();
  await page.reload();
  await expect(textBox(page, 'Email')).toHaveValue('jane@gmail.com');
});

test('typing on removes the hint, and neither a right address nor a button brings it back', async ({
  page,
  site,
}) => {
  await openForm(page);
  const hints = page.getByRole('button', { name: /^Did you mean/ });
  await textBox(page, 'Email').fill('jane@gmial.com');
  await textBox(page, 'Company').focus();
  await expect(hints).toHaveCount(1);
  await textBox(page, 'Email').fill('jane@northwind.example');
  await expect(hints).toHaveCount(0);
  await textBox(page, 'Company').focus();
  await page.waitForLoadState('networkidle');
  await expect(hints).toHaveCount(0);

  // It would move a button that is being pressed.
  await textBox(page, 'Email').fill('jane@gmial.com');
  await submitButton(page).focus();
  await expect(hints).toHaveCount(0);

  // A hint that is ignored changes nothing.
  const typed = { ...inquiry, email: 'jane@gmial.com' };
  await submitForm(page, typed);
  await expectSuccess(page);
  expect(await storedInquiries(site)).toEqual([typed]);
});
