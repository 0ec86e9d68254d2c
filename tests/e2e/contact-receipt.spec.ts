import { firm } from '../../src/content/firm.ts';
import { getReceiptTimes } from '../../src/inquiry/deadlines.ts';
import { hydrate } from './fixtures/page.ts';
import { confirmationUrl, inquiry, type InquiryForm } from './fixtures/inquiry-form.ts';
import { expect, type RunningSite, test } from './fixtures/site.ts';

// Far from the firm's time zone, in which the times are.
test.use({ timezoneId: 'Asia/Tokyo' });

async function expectReceipt(form: InquiryForm, site: RunningSite) {
  await expect(form.outcome).toBeVisible();
  const [stored] = await site.inquiries();
  const [received, review, response] = getReceiptTimes(
    firm.timeZone,
    Date.parse(String(stored?.receivedAt)),
  ).map((time) => time.join(' '));
  await expect(form.outcome.getByRole('listitem')).toHaveText([
    `${received} received.`,
    `${review} we aim to have reviewed it.`,
    `${response} we aim to have answered, if qualified.`,
  ]);
}

test('the outcome shows arrival and deadlines', async ({ page, form, site }) => {
  await form.open();
  await form.submit();
  await expectReceipt(form, site);
  await expect(form.outcome).toHaveAccessibleDescription(/^\w+, \w+ \d+ .* E[SD]T received/);
  await page.emulateMedia({ media: 'print' });
  await expectReceipt(form, site);
  await expect(form.outcome).toBeVisible();
});

test('a native submission shows the same times', async ({ page, form, site }) => {
  const release = await form.openBeforeHydration();
  await form.submit();
  await expect(page).toHaveURL(confirmationUrl);
  await expectReceipt(form, site);
  release();
  await hydrate(page);
  await expectReceipt(form, site);
});

test('a link without a time confirms nothing', async ({ page, form }) => {
  for (const time of ['', '=', '=1', '=+275760-09-13T00:00Z']) {
    await page.goto(`/contact?sent${time}`);
    await expect(form.field('Message')).toBeVisible();
    await expect(form.outcome).toBeHidden();
  }
});

test('the filled form is printed, without controls', async ({ page, form }) => {
  await form.open();
  await form.fill();
  await page.emulateMedia({ media: 'print' });
  await expect(form.field('Message')).toHaveValue(inquiry.message);
  await expect(form.field('Message')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button').filter({ visible: true })).toHaveCount(0);
});
