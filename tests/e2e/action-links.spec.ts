import type { Page } from '@playwright/test';
import { createActionLinkSigner } from '../../src/action-links/signed-links.ts';
import { firm } from '../../src/content/firm.ts';
import type { LinkAction } from '../../src/inquiry/link-actions.ts';
import { expectAccessible } from './fixtures/axe.ts';
import { inquiry } from './fixtures/inquiry-form.ts';
import { boxOf, heading, recordRequests } from './fixtures/page.ts';
import { expect, linkSecret, test as base } from './fixtures/site.ts';

const message = `We look for a long-term\u202e owner.
<b>Six</b> cold stores.
Our figures: https://files.northquay.example/${'a1b2c3d4e5'.repeat(20)}`;

const test = base.extend<{
  linkTo: (action: LinkAction, sentAt?: number) => Promise<string>;
}>({
  /** Returns an action link for this test's inquiry. */
  linkTo: async ({ site, request }, use) => {
    const response = await request.post('/api/contact-form', { data: { ...inquiry, message } });
    const { id } = (await response.json()) as { id: string };
    const links = createActionLinkSigner([linkSecret], () => site.url);
    await use(async (action, sentAt = Date.now()) => {
      const link = links({ kind: 'inquiry', inquiryId: id }, sentAt).find(
        (candidate) => candidate.action === action,
      );
      return link?.url ?? '';
    });
  },
});

const phone = { width: 390, height: 700 };

const main = (page: Page) => page.getByRole('main');
/** A combobox, because it suggests names. */
const whoTakesIt = (page: Page) => page.getByRole('combobox', { name: 'Who will take it?' });
const confirmButton = (page: Page) => main(page).getByRole('button');
const yourName = (page: Page) => page.getByRole('textbox', { name: 'Your name' });
const note = (page: Page) => page.getByRole('textbox', { name: 'Note' });

// Statuses, texts and what a link may change: action-link-handler.test, redeem-action-link.test.
test('a link is confirmed by keyboard on a phone, in our fonts, by this site alone', async ({
  page,
  site,
  linkTo,
}) => {
  const requested: { origin: string; referer: string | undefined }[] = [];
  page.on('request', (request) => {
    const { referer } = request.headers();
    requested.push({ origin: new URL(request.url()).origin, referer });
  });
  const fonts = recordRequests(page, /font/);
  await page.setViewportSize(phone);
  const link = await linkTo('qualify');
  await page.goto(link);
  await expect(heading(page)).toHaveText('Mark as reviewed and qualified');
  await expect(heading(page)).toBeInViewport({ ratio: 1 });
  await expect(heading(page)).toHaveCSS('font-family', /^FirmSerif,/);
  await expect(confirmButton(page)).toBeInViewport({ ratio: 1 });
  await expect(confirmButton(page)).toHaveCSS('font-family', /^FirmSans,/);
  await expect(page.getByText('<b>Six</b> cold stores.')).toBeVisible();
  // A character that reverses the text after it.
  await expect(page.getByText('We look for a long-term[U+202E] owner.')).toBeVisible();
  const { year } = Temporal.Now.zonedDateTimeISO(firm.timeZone);
  await expect(page.getByRole('contentinfo')).toContainText(`© ${year} ${firm.name}`);
  await expectAccessible(page);
  await page.setViewportSize(phone);

  for (const [field, text] of [
    [yourName(page), 'Grace'],
    [note(page), 'Good fit.'],
  ] as const) {
    await page.keyboard.press('Tab');
    await expect(field).toBeFocused();
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Tab');
  await expect(confirmButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(link);
  await expect(heading(page)).toHaveText('Marked as reviewed and qualified');
  await expect(confirmButton(page)).toHaveCount(0);
  expect(await site.inquiries()).toMatchObject([{ status: 'reviewed', qualified: true }]);
  // So that the page is the same without script.
  await expect(page.locator('script')).toHaveCount(0);
  expect(new Set(requested.map(({ origin }) => origin))).toEqual(new Set([site.url]));
  expect(JSON.stringify(requested)).not.toContain('/follow-up/');

  for (const [url, text] of [
    [link, 'This link was used on'],
    [link.slice(0, -3), 'This link is invalid'],
  ] as const) {
    await page.goto(url);
    await expect(main(page), text).toContainText(text);
    await expectAccessible(page);
  }
  await page.setViewportSize(phone);
  await page.goto(await linkTo('respond'));
  // The text of a wider font takes more lines.
  const height = Math.ceil(phone.height * (await measureFontWidth(page)));
  await page.setViewportSize({ ...phone, height });
  await expect(heading(page)).toBeInViewport({ ratio: 1 });
  await expect(confirmButton(page)).toBeInViewport({ ratio: 1 });
  expect(new Set(fonts).size).toBe(2);
});

test('the second colleague is told who has the inquiry', async ({ page, context, linkTo }) => {
  const link = await linkTo('assign');
  const colleague = await context.newPage();
  for (const tab of [page, colleague]) await tab.goto(link);
  await whoTakesIt(page).fill('Grace');
  await yourName(page).fill('Ann');
  await confirmButton(page).click();
  await expect(heading(page)).toHaveText('Assigned to Grace');

  await confirmButton(colleague).click();
  await expect(whoTakesIt(colleague)).toBeFocused();
  await whoTakesIt(colleague).fill('Blake');
  await yourName(colleague).fill('Blake');
  await confirmButton(colleague).click();
  await expect(heading(colleague)).toHaveText('Assigned to Grace');
  const problem = colleague.getByRole('group', { name: 'Ann assigned it to Grace on' });
  await expect(problem).toBeFocused();
  await expectAccessible(colleague);
  await colleague.getByRole('button', { name: 'Reassign this inquiry' }).click();
  await expect(heading(colleague)).toHaveText('Assigned to Blake');
  await page.goto(await linkTo('qualify'));
  await expect(main(page)).toContainText(/Assigned to\s*Blake, since /);
  await expect(yourName(page)).toHaveValue('Blake');
});

test('the printed page shows the firm and the inquiry', async ({ page, linkTo }) => {
  await page.goto(await linkTo('spam'));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner').getByText(firm.name)).toBeVisible();
  const inquirer = page.getByText(`${inquiry.lastName}, ${inquiry.company}`);
  await expect(inquirer).toBeVisible();
  await expect(confirmButton(page)).toBeHidden();
  const effect = await boxOf(page.getByText('The inquiry is then closed'));
  expect(effect.top).toBeGreaterThan((await boxOf(inquirer)).bottom);
});

/** Returns how much wider the font of the page is than one that is slightly wider than Arial, at least 1. */
const measureFontWidth = (page: Page) =>
  page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    const text = 'We work with the owners of the business for many years';
    const [width = NaN, arial = NaN] = ['FirmSans', 'Liberation Sans, Arial'].map((font) => {
      context.font = `16px ${font}`;
      return context.measureText(text).width;
    });
    return Math.max(1, width / (1.05 * arial));
  });
