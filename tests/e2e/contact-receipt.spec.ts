import type { Page } from '@playwright/test';
import { firm } from '../../src/content/firm.ts';
import { getReceiptTimes } from '../../src/inquiry/deadlines.ts';
import { hydrate } from './fixtures/hydrate.ts';
import {
  confirmationUrl,
  fillForm,
  inquiry,
  openBeforeHydration,
  openForm,
  outcome,
  submitForm,
  textBox,
} from './fixtures/inquiry-form.ts';
import { expect, type RunningSite, test } from './fixtures/site.ts';

// Far from the firm's time zone, in which the times are.
test.use({ timezoneId: 'Asia/Tokyo' });

async function expectReceipt(page: Page, site: RunningSite) {
  await expect(outcome(page)).toBeVisible();
  const [stored] = await site.inquiries();
  const [received, review, response] = getReceiptTimes(
    firm.timeZone,
    Date.parse(String(stored?.receivedAt)),
  ).map((time) => time.join(' '));
  await expect(outcome(page).getByRole('listitem')).toHaveText([
    `${received} received`,
    `${review} we aim to have reviewed it`,
    `${response} we aim to have answered, if qualified`,
  ]);
}

test('the outcome shows when the inquiry arrived, and by when it is reviewed and answered', async ({
  page,
  site,
}) => {
  await openForm(page);
  await submitForm(page);
  await expectReceipt(page, site);
  await expect(outcome(page)).toHaveAccessibleDescription(/^\w+, \w+ \d+ .* E[SD]T received/);
  await page.emulateMedia({ media: 'print' });
  await expectReceipt(page, site);
  await expect(outcome(page)).toBeVisible();
});

test('the confirmation of a native submission shows the same times, also after hydration', async ({
  page,
  site,
}) => {
  const release = await openBeforeHydration(page);
  await submitForm(page);
  await expect(page).toHaveURL(confirmationUrl);
  await expectReceipt(page, site);
  release();
  await hydrate(page);
  await expectReceipt(page, site);
});

test('a link without a time confirms nothing', async ({ page }) => {
  for (const time of ['', '=', '=1', '=+275760-09-13T00:00Z']) {
    await page.goto(`/contact?sent${time}`);
    await expect(textBox(page, 'Message')).toBeVisible();
    await expect(outcome(page)).toBeHidden();
  }
});

test('the filled form is printed, without controls', async ({ page }) => {
  await openForm(page);
  await fillForm(page);
  await page.emulateMedia({ media: 'print' });
  await expect(textBox(page, 'Message')).toHaveValue(inquiry.message);
  await expect(textBox(page, 'Message')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button').filter({ visible: true })).toHaveCount(0);
});
