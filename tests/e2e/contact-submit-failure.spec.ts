import { contact } from '../../src/content/contact.ts';
import { errors, labels } from '../../src/content/fields.ts';
import { firm } from '../../src/content/firm.ts';
import { header } from '../../src/content/layout.ts';
import { describeRejection } from '../../src/web/contact-form/describe-rejection.ts';
import { longEnough } from '../fixtures/sample-inquiry.ts';
import { readAnnouncements, recordAnnouncements } from './fixtures/announcements.ts';
import {
  emptyForm,
  failureMessage,
  hideTab,
  inquiry,
  notSentMessage,
  receiptUrl,
  respondUnavailable,
  storedInquiries,
  unansweredMessage,
} from './fixtures/inquiry-form.ts';
import { boxOf, menuButton, skipDelays } from './fixtures/page.ts';
import { expect, test } from './fixtures/site.ts';
import { expectTabStops } from './fixtures/tab-stops.ts';

const { emailFallback } = contact;

test('a failure keeps the values and offers an e-mail', async ({ page, form, site }) => {
  const requests = await form.intercept((route, nth) =>
    nth > 3 ? route.continue() : respondUnavailable(route),
  );
  const typed = { ...inquiry, message: longEnough('Is 50% & more possible?\nשלום 👋') };
  await page.clock.install();
  await form.open();
  await form.fill(typed);
  await hideTab(page); // A failure is announced there, too.
  await recordAnnouncements(page);
  await form.submitButton.click();
  await skipDelays(page, form.message(notSentMessage));
  await expect(form.toast(failureMessage)).toBeVisible();
  expect(await readAnnouncements(page)).toEqual([contact.form.submitting, failureMessage]);
  await expect(form.submitButton).toBeEnabled();
  await form.expectValues(typed);

  const link = form.root.getByRole('link', { name: emailFallback.link });
  const text = encodeURIComponent(`${labels.message}: Is 50% &`);
  const href = new RegExp(`^mailto:${firm.email}\\?.*${text}`);
  await expect(link).toHaveAttribute('href', href);
  await expect(page.getByText(emailFallback.shortened)).toBeHidden();
  // The server works.
  await expect(page.getByRole('button', { name: contact.outcome.sendAnotherWay })).toBeHidden();

  await form.field('role').fill('Chair');
  const release = await form.holdSubmissions();
  await form.submitButton.click();
  await expect(form.toast(failureMessage)).toBeHidden();
  await expect(link).toBeHidden();
  release();
  await form.expectSuccess();
  const [first, ...others] = requests.map(({ body }) => body);
  expect(others).toEqual([first, first, { ...typed, role: 'Chair' }]);
  expect(await storedInquiries(site)).toEqual([{ ...typed, role: 'Chair' }]);
});

test('a validation error of the server is shown under its field', async ({ form }) => {
  const refusal = `${errors.email}!`;
  const json = { error: 'Please correct this', fields: { email: refusal } };
  await form.intercept((route) => route.fulfill({ status: 422, json }));
  await form.submitUntilFailure();
  await expect(form.error('email')).toHaveText(refusal);
  await expect(form.errorSummary).toBeFocused();
  await form.expectValues();
});

test('a form above the rate limit offers a shortened e-mail', async ({ page, form }) => {
  const headers = { 'retry-after': '3600' };
  const json = { error: 'Too many inquiries', limit: 'network' };
  const requests = await form.intercept((route) => route.fulfill({ status: 429, headers, json }));
  const long = { ...inquiry, message: 'A long story. '.repeat(300).trim() };
  await form.open();
  await form.submit(long);
  await expect(form.toast(failureMessage)).toBeVisible();
  await expect(form.message(contact.errors.rejected.tooMany)).toBeVisible();
  const { detail } = describeRejection('tooMany', 3600);
  await expect(form.root.getByText(detail)).toBeVisible();
  await expect(page.getByText(emailFallback.shortened)).toBeVisible();
  await expect(form.submitButton).toBeEnabled();
  await form.expectValues(long);
  expect(requests).toHaveLength(1);

  // With what was typed since.
  await form.field('company').fill('Northquay Warm Storage');
  const link = page.getByRole('link', { name: emailFallback.link });
  await link.click();
  await expect(link).toHaveAttribute('href', /Northquay%20Warm%20Storage/);
});

test('a form whose API is blocked can be sent another way', async ({ page, form, site }) => {
  await page.route('**/api/**', async (route) => {
    await route.fetch(); // Stored, unknown to the page.
    await route.abort('blockedbyclient');
  });
  await form.submitUntilFailure();
  await expect(form.message(unansweredMessage)).toBeVisible();
  await expect(page.getByRole('link', { name: emailFallback.link })).toBeVisible();
  await page.getByRole('button', { name: contact.outcome.sendAnotherWay }).click();
  await expect(page).toHaveURL(receiptUrl);
  await form.expectSuccess();
  await form.expectValues(emptyForm);
  await page.goto('/contact');
  await form.expectValues(emptyForm);
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('a failure is heard, and its toast covers no control', async ({ page, form }) => {
  await form.intercept(respondUnavailable);
  await page.setViewportSize({ width: 320, height: 640 });
  await form.submitUntilFailure();
  await expect(form.outcome).toBeFocused();
  await expect(form.outcome).toHaveAccessibleName(notSentMessage);
  await expect(page.getByText(failureMessage), 'once on the screen').toHaveCount(1);
  await expect(form.outcome).toHaveAccessibleDescription(new RegExp(`${emailFallback.link}$`));
  const shown = page.getByRole('region', { name: contact.outcome.notifications });
  expect((await boxOf(shown)).bottom).toBeLessThan((await boxOf(form.outcome)).top);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: emailFallback.link })).toBeFocused();

  await page.evaluate(() => scrollTo(0, 0));
  expect((await boxOf(menuButton(page))).bottom).toBeLessThan((await boxOf(shown)).top);
  await page.getByRole('link', { name: header.skip }).focus();
  await page.keyboard.press('Shift+Tab'); // To the start of the page.
  await expectTabStops(page, 'Tab');
  await form.persona.evaluate((control) => {
    control.scrollIntoView({ block: 'start', behavior: 'instant' }); // Where the toast is.
    control.focus();
  });
  const isBehind = () =>
    form.persona.evaluate((control) => {
      const { left, top, bottom } = control.getBoundingClientRect();
      return !control.contains(document.elementFromPoint(left + 9, (top + bottom) / 2));
    });
  await expect.poll(isBehind, { timeout: 3000, message: 'behind the toast' }).toBe(false);
  await form.field('message').focus();
  await form.dismissButton.focus();
  await page.keyboard.press('Enter');
  await expect(form.toast(failureMessage)).toBeHidden();
  await expect(form.field('message')).toBeFocused();
  await expect(form.message(notSentMessage)).toBeVisible();
});

test('a toast stays for ten seconds, and while hovered or focused', async ({ page, form }) => {
  await form.intercept(respondUnavailable);
  await form.submitUntilFailure();
  const shown = form.toast(failureMessage);
  await page.clock.runFor(5000);
  await shown.hover();
  await page.clock.runFor(30_000);
  await form.dismissButton.focus();
  await page.mouse.move(0, 600);
  await page.clock.runFor(30_000);
  await expect(shown).toBeVisible();
  await form.field('role').focus();
  await page.clock.runFor(11_000);
  await expect(shown).toBeHidden();
});
