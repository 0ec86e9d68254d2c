import type { Page } from '@playwright/test';
import { forgive } from './fixtures/allow-console-error.ts';
import { holdRequests } from './fixtures/hold-requests.ts';
import { application, takeOver } from './fixtures/hydrate.ts';
import {
  answerCall,
  choice,
  expectFilledIn,
  failedRequest,
  fillIn,
  inquiry,
  lastingMessage,
  openForm,
  refuse,
  regret,
  storedInquiries,
  submitButton,
  summary,
  textBox,
  thanks,
  thanksAddress,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem('inquiry'));
const keptKey = (page: Page) => page.evaluate(() => sessionStorage.getItem('inquiry-key'));

const empty = Object.fromEntries(Object.keys(inquiry).map((name) => [name, ''])) as typeof inquiry;

/** Opens the form anew, so that the browser itself gives nothing back. */
async function comeBack(page: Page) {
  await page.goto('about:blank');
  await page.goto('/contact');
}

test('what was typed is back after a reload, before the application runs and after', async ({
  page,
  site,
}) => {
  await openForm(page);
  await fillIn(page, { ...inquiry, persona: 'investor' });
  await textBox(page, 'Investment Focus').fill('Cold storage');

  const release = await holdRequests(page, application);
  await page.reload();
  await expectFilledIn(page, { ...inquiry, persona: 'investor' });
  await expect(textBox(page, 'Investment Focus')).toHaveValue('Cold storage');
  release();
  await takeOver(page);
  await expectFilledIn(page, { ...inquiry, persona: 'investor' });

  await submitButton(page).click();
  await expect(lastingMessage(page, thanks)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([
    { ...inquiry, persona: 'investor', fundingStage: 'Cold storage' },
  ]);
});

test('what was typed is back after a visit to another page, and by Back', async ({ page }) => {
  await openForm(page);
  await fillIn(page);
  const links = page.getByRole('navigation', { name: 'Main' });
  await links.getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who We Are');
  await links.getByRole('link', { name: 'Contact' }).click();
  await expectFilledIn(page);

  await page.goto('/about');
  await page.goBack();
  await expectFilledIn(page);
});

test('what Safari empties as Back brings the page out of its cache is there again', async ({
  page,
}) => {
  await openForm(page);
  await fillIn(page);
  await page.evaluate(() => {
    for (const field of document.querySelectorAll<HTMLInputElement>('[autocomplete=off]')) {
      field.value = '';
    }
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expectFilledIn(page);
});

test('what was typed before the application ran is kept, too', async ({ page }) => {
  await holdRequests(page, application);
  await page.goto('/contact');
  await fillIn(page);
  await comeBack(page);
  await expectFilledIn(page);
});

test('an inquiry that was sent leaves nothing behind', async ({ page }) => {
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await expect(lastingMessage(page, thanks)).toBeVisible();
  expect(await kept(page)).toBeNull();
  expect(await keptKey(page)).toBeNull();
  await comeBack(page);
  await expectFilledIn(page, empty);
});

test('nor does one that was posted, whose thanks may be reloaded over the next', async ({
  page,
}) => {
  await holdRequests(page, application);
  await page.goto('/contact');
  await fillIn(page);
  await submitButton(page).click();
  await expect(page).toHaveURL(thanksAddress);
  await expectFilledIn(page, empty);
  await expect.poll(() => kept(page)).toBeNull();

  await textBox(page, 'Company').fill('Northquay Warm Storage');
  await page.reload();
  await expect(textBox(page, 'Company')).toHaveValue('Northquay Warm Storage');
});

test('nor does one that was posted after the application had failed to send it', async ({
  page,
  consoleMessages,
}) => {
  await answerCall(page, refuse);
  // Not with a clock of the test's own, on which no page knows whether it was reloaded.
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await expect(lastingMessage(page, regret)).toBeVisible();
  expect(await keptKey(page)).not.toBeNull();

  await holdRequests(page, application);
  await page.reload();
  await submitButton(page).click();
  await expect(page).toHaveURL(thanksAddress);
  await expectFilledIn(page, empty);
  await expect.poll(() => kept(page)).toBeNull();
  await expect.poll(() => keptKey(page)).toBeNull();
  forgive(consoleMessages, failedRequest);
});

test('a form that came back stays as the server and the visitor have it', async ({
  page,
  consoleMessages,
}) => {
  await openForm(page);
  await fillIn(page);
  await page.goto('about:blank');
  const release = await holdRequests(page, application);
  await page.goto('/contact');
  await textBox(page, 'Email').fill('mara');
  await submitButton(page).click();
  await expect(summary(page)).toBeVisible();
  await expectFilledIn(page, { ...inquiry, email: 'mara' });

  await textBox(page, 'Company').fill('');
  await textBox(page, 'Role').fill('Chair');
  release();
  await takeOver(page);
  await expectFilledIn(page, { ...inquiry, email: 'mara', company: '', role: 'Chair' });
  forgive(consoleMessages, failedRequest);
});

test('a draft holds what people see, not the trap for robots', async ({ page }) => {
  await openForm(page);
  await page.locator('input[name=honeypot]').fill('https://spam.example', { force: true });
  await textBox(page, 'Role').fill('Chair');
  expect(JSON.parse((await kept(page)) ?? '')).toEqual({
    ...empty,
    role: 'Chair',
    fundingStage: '',
    investmentAmount: '',
  });
});

test('another tab starts with an empty form', async ({ page, context }) => {
  await openForm(page);
  await fillIn(page);
  const other = await context.newPage();
  await openForm(other);
  await expectFilledIn(other, empty);
});

for (const garbled of [
  '{"company":',
  'null',
  '[["company"]]',
  '"company"',
  '{"company":{"a":1}}',
]) {
  test(`the form works beside a draft that is garbled: ${garbled}`, async ({ page, site }) => {
    await page.addInitScript((text) => sessionStorage.setItem('inquiry', text), garbled);
    await openForm(page);
    await expectFilledIn(page, empty);
    await fillIn(page);
    await submitButton(page).click();
    await expect(lastingMessage(page, thanks)).toBeVisible();
    expect(await storedInquiries(site)).toEqual([inquiry]);
  });
}

test('a choice that is no longer offered is asked for again', async ({ page }) => {
  await page.addInitScript(() =>
    sessionStorage.setItem('inquiry', '{"role":"Chair","timeline":"someday"}'),
  );
  await page.goto('/contact');
  await expect(textBox(page, 'Role')).toHaveValue('Chair');
  await expect(choice(page, 'Timeline')).toHaveValue('');
  await expect(choice(page, 'Timeline').locator('option:checked')).toHaveText('Select');
});

test('the form works where the browser keeps nothing', async ({ page, site }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'sessionStorage', {
      get() {
        throw new DOMException('The operation is insecure', 'SecurityError');
      },
    });
  });
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await expect(lastingMessage(page, thanks)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('where no more can be kept, what was kept stays', async ({ page }) => {
  await page.goto('/contact');
  await textBox(page, 'Role').fill('Chair');
  await page.evaluate(() => {
    for (let size = 2 ** 23; size >= 1; size /= 2) {
      try {
        sessionStorage.setItem(`filler ${size}`, 'x'.repeat(size));
      } catch {
        // Full at this size.
      }
    }
  });
  await textBox(page, 'Message').fill('x'.repeat(4000));
  await comeBack(page);
  await expect(textBox(page, 'Role')).toHaveValue('Chair');
});
