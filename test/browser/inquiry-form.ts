import type { Locator, Page, Route } from '@playwright/test';
import { holdRequests } from './hold-requests.ts';
import { expect, type RunningSite } from './site.ts';
import { stopClock } from './stop-clock.ts';
import { takeOver } from './take-over.ts';

/** What the journeys send: an operator's inquiry, so without the optional block. */
export const inquiry = {
  firstName: 'Mara',
  lastName: 'Ellison',
  email: 'mara@northquay.example',
  company: 'Northquay Cold Storage',
  role: 'Chief Executive',
  persona: 'operator',
  companySize: '51-200',
  industry: 'Food logistics',
  timeline: '3-6months',
  message: 'We are looking for a long-term owner.',
};

export const thanks = "Thank you for your interest! We'll be in touch soon.";
export const regret = 'There was an issue submitting your form. Please try again.';

/** Where a post without script leads to. */
export const thanksAddress = /\/contact\?sent=[^#]+#sent$/;

export const textBox = (page: Page, name: string) =>
  page.getByRole('textbox', { name, exact: true });

export const choice = (page: Page, name: string) =>
  page.getByRole('combobox', { name, exact: true });

/** The control as the sight of it ends, whatever it is labelled at the moment. */
export const submitButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: /^(Send Inquiry|Submitting\.\.\.)$/ });

export const summary = (page: Page) => page.getByRole('group', { name: 'Please correct' });

/** The message that stands under a field. */
export const messageUnder = (field: Locator) =>
  field.locator('xpath=ancestor::*[contains(@class, "field")][1]').locator('.field-error');

/** What stands under the fields of a form that was sent empty. */
export async function expectEveryMessage(page: Page) {
  await expect(messageUnder(textBox(page, 'First Name'))).toHaveText('First name is required');
  await expect(messageUnder(textBox(page, 'Last Name'))).toHaveText('Last name is required');
  await expect(messageUnder(textBox(page, 'Email'))).toHaveText(
    'Please enter a valid email address',
  );
  await expect(messageUnder(textBox(page, 'Company'))).toHaveText('Company is required');
  await expect(messageUnder(textBox(page, 'Role'))).toHaveText('Role is required');
  await expect(messageUnder(textBox(page, 'Industry'))).toHaveText('Industry is required');
  await expect(messageUnder(choice(page, 'I am a'))).toHaveText('Please choose what describes you');
  await expect(messageUnder(choice(page, 'Company Size'))).toHaveText(
    'Please choose a company size',
  );
  await expect(messageUnder(choice(page, 'Timeline'))).toHaveText('Please choose a timeline');
  await expect(messageUnder(textBox(page, 'Message'))).toHaveText(
    'Please provide more details (at least 10 characters)',
  );
}

export const toast = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** The message beside the form, which stays when the toast is gone. */
export const lastingMessage = (page: Page, text: string) =>
  page.locator('form').getByText(text, { exact: true });

/** The form, with the application running. */
export async function openForm(page: Page) {
  await page.goto('/contact');
  await takeOver(page);
}

/** The form with a clock that stands still until the test moves it. */
export async function openWithStoppedClock(page: Page) {
  await page.clock.install();
  await openForm(page);
  await stopClock(page);
}

export async function fillIn(page: Page, values = inquiry) {
  await textBox(page, 'First Name').fill(values.firstName);
  await textBox(page, 'Last Name').fill(values.lastName);
  await textBox(page, 'Email').fill(values.email);
  await textBox(page, 'Company').fill(values.company);
  await textBox(page, 'Role').fill(values.role);
  await textBox(page, 'Industry').fill(values.industry);
  await choice(page, 'I am a').selectOption(values.persona);
  await choice(page, 'Company Size').selectOption(values.companySize);
  await choice(page, 'Timeline').selectOption(values.timeline);
  await textBox(page, 'Message').fill(values.message);
}

export async function expectFilledIn(page: Page, values = inquiry) {
  await expect(textBox(page, 'First Name')).toHaveValue(values.firstName);
  await expect(textBox(page, 'Last Name')).toHaveValue(values.lastName);
  await expect(textBox(page, 'Email')).toHaveValue(values.email);
  await expect(textBox(page, 'Company')).toHaveValue(values.company);
  await expect(textBox(page, 'Role')).toHaveValue(values.role);
  await expect(textBox(page, 'Industry')).toHaveValue(values.industry);
  await expect(choice(page, 'I am a')).toHaveValue(values.persona);
  await expect(choice(page, 'Company Size')).toHaveValue(values.companySize);
  await expect(choice(page, 'Timeline')).toHaveValue(values.timeline);
  await expect(textBox(page, 'Message')).toHaveValue(values.message);
}

/** The inquiries that the team's command lists, without what the server adds to each. */
export async function storedInquiries(site: RunningSite) {
  const inquiries = await site.inquiries();
  return inquiries.map(({ id, receivedAt, status, due, dueAt, ...fields }) => {
    expect({ id, receivedAt, status, due }).toEqual({
      id: expect.stringMatching(/./),
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      status: 'new',
      due: 'review',
    });
    expect(Date.parse(String(dueAt)) - Date.parse(String(receivedAt))).toBe(24 * 60 * 60 * 1000);
    return fields;
  });
}

export interface SentRequest {
  key: string | null;
  body: unknown;
}

const call = '**/api/contact-form';

/** Keeps what the form sends waiting until the returned function is called. */
export const holdCall = (page: Page) => holdRequests(page, call);

/** Keeps what the form sends, and answers in the server's place. `nth` counts from 1. */
export async function answerCall(
  page: Page,
  answer: (route: Route, nth: number) => Promise<void> = (route) => route.continue(),
) {
  const requests: SentRequest[] = [];
  await page.route(call, async (route) => {
    const key = await route.request().headerValue('idempotency-key');
    requests.push({ key, body: route.request().postDataJSON() });
    await answer(route, requests.length);
  });
  return requests;
}

export const refuse = (route: Route) =>
  route.fulfill({ status: 503, json: { error: 'We cannot store inquiries at the moment.' } });

/** What Chromium says of each refused or failed request. */
export const failedRequest = /^error: Failed to load resource/;

/** Waits for a page whose clock is installed, letting the pauses between requests pass at once. */
export async function skipPausesUntil(page: Page, end: Locator) {
  await expect(async () => {
    await page.clock.fastForward(1000);
    expect(await end.isVisible()).toBe(true);
  }).toPass({ intervals: [50] });
}

/** Sends the form, whose requests all fail, until it says so. */
export async function sendInVain(page: Page, values = inquiry) {
  await page.clock.install();
  await openForm(page);
  await fillIn(page, values);
  await submitButton(page).click();
  await skipPausesUntil(page, lastingMessage(page, regret));
}

/** Lets the page believe that its tab is in the background, as far as it can find out. */
export async function hideTab(page: Page) {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    Object.defineProperty(document, 'hidden', { value: true });
    document.hasFocus = () => false;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    dispatchEvent(new Event('blur'));
  });
}
