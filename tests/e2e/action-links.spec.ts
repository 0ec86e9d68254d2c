import type { APIRequestContext, Page } from '@playwright/test';
import { createActionLinkSigner, type LinkAction } from '../../src/action-links/signed-links.ts';
import { firm } from '../../src/content/firm.ts';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import { expectNoViolations } from './fixtures/axe.ts';
import { failedRequestMessage, inquiry, textBox } from './fixtures/inquiry-form.ts';
import { expect, linkSecret, testWithLinks } from './fixtures/site.ts';

const test = testWithLinks.extend<{
  linkTo: (action: LinkAction, sentAt?: number) => Promise<string>;
}>({
  /** Returns an action link for this test's inquiry. */
  linkTo: async ({ site, request }, use) => {
    const id = await submitInquiry(request);
    const links = createActionLinkSigner([linkSecret], () => site.url);
    await use(async (action, sentAt = Date.now()) => {
      const link = links(id, sentAt).find((candidate) => candidate.action === action);
      return link?.url ?? '';
    });
  },
});

async function submitInquiry(
  request: APIRequestContext,
  message = 'We look for a long-term owner.\n<b>Six</b> cold stores.',
) {
  const response = await request.post('/api/contact-form', { data: { ...inquiry, message } });
  return ((await response.json()) as { id: string }).id;
}

const confirmButton = (page: Page) => page.getByRole('main').getByRole('button');

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('an action link shows the inquiry and updates its status on confirmation', async ({
      page,
      site,
      linkTo,
    }) => {
      const link = await linkTo('qualify');
      await page.goto(link);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Mark as reviewed and qualified',
      );
      await expect(page.getByText(inquiry.email)).toBeVisible();
      await expect(page.getByText('<b>Six</b> cold stores.')).toBeVisible();
      await expect(page.getByText('If qualified, respond by')).toBeVisible();
      expect(await site.inquiries()).toMatchObject([{ status: 'new' }]);

      await textBox(page, 'Your name').fill('Grace');
      await textBox(page, 'Note').fill('Good fit.');
      await confirmButton(page).click();
      await expect(page).toHaveURL(link);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Marked as reviewed and qualified',
      );
      await expect(page.getByRole('main')).toContainText('Current status: Reviewed, qualified');
      await expect(confirmButton(page)).toHaveCount(0);
      expect(await site.inquiries()).toMatchObject([{ status: 'reviewed', qualified: true }]);

      await page.reload();
      await expect(page.getByRole('main')).toContainText('This link was used on');
      expect(await site.inquiries()).toMatchObject([{ status: 'reviewed', qualified: true }]);
    });
  });
}

test('a note that is too long is kept, and can be sent once shortened', async ({
  page,
  site,
  linkTo,
  consoleMessages,
}) => {
  await page.goto(await linkTo('decline'));
  await textBox(page, 'Your name').fill('Grace');
  await textBox(page, 'Note').fill('x'.repeat(2001));
  await confirmButton(page).click();
  await expect(textBox(page, 'Note')).toBeFocused();
  await expect(textBox(page, 'Note')).toHaveAccessibleDescription(
    'Please shorten this to 2,000 characters',
  );
  await expect(textBox(page, 'Your name')).toHaveValue('Grace');
  expect(await site.inquiries()).toMatchObject([{ status: 'new' }]);
  allowConsoleError(consoleMessages, failedRequestMessage);

  await textBox(page, 'Note').fill('Too early.');
  await confirmButton(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Marked as reviewed and declined',
  );
});

test('a second confirmation is rejected, and shows the note that was typed', async ({
  page,
  context,
  linkTo,
  consoleMessages,
}) => {
  const link = await linkTo('respond');
  await page.goto(link);
  const colleague = await context.newPage();
  await colleague.goto(link);
  await confirmButton(colleague).click();
  await expect(colleague.getByRole('main')).toContainText('This link was used on');

  await textBox(page, 'Note').fill('Called her.\nShe is glad.');
  await confirmButton(page).click();
  await expect(page.getByRole('group', { name: 'Your note was not saved' })).toContainText(
    'She is glad.',
  );
  allowConsoleError(consoleMessages, failedRequestMessage);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('an older link reopens an answered inquiry only after a second confirmation', async ({
      page,
      context,
      site,
      linkTo,
      consoleMessages,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const [qualify, respond] = [await linkTo('qualify'), await linkTo('respond')];
      await page.goto(qualify);
      const colleague = await context.newPage();
      await colleague.goto(respond);
      await confirmButton(colleague).click();
      await expect(colleague.getByRole('main')).toContainText('This link was used on');

      await textBox(page, 'Note').fill('Good fit.');
      await confirmButton(page).click();
      const question = page.getByRole('group', { name: 'Do you want to reopen this inquiry?' });
      await expect(question).toBeFocused();
      await expect(question).toContainText('due for a response again');
      await expect(page.getByRole('main')).toContainText('Current status: Responded');
      if (javaScriptEnabled) await expectAccessible(page);
      expect(await site.inquiries()).toMatchObject([{ status: 'responded' }]);

      await page.getByRole('button', { name: 'Reopen as reviewed and qualified' }).click();
      await expect(page.getByRole('main')).toContainText('Current status: Reviewed, qualified');
      expect(await site.inquiries()).toMatchObject([{ status: 'reviewed', qualified: true }]);
      allowConsoleError(consoleMessages, failedRequestMessage);
    });
  });
}

test('a link that a later status makes obsolete explains it', async ({ page, linkTo }) => {
  await page.goto(await linkTo('spam'));
  await confirmButton(page).click();
  await page.goto(await linkTo('qualify'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'This inquiry is marked as spam',
  );
  const main = page.getByRole('main');
  await expect(main).toContainText('Current status: Spam');
  // The inquiry comes before the command for administrators.
  await expect(main).toContainText(/ask an administrator.*Message.*inquiries mark \S+ new/s);
  await expect(confirmButton(page)).toHaveCount(0);
});

test('a truncated, outdated or expired link explains what to do', async ({
  page,
  site,
  linkTo,
  consoleMessages,
}) => {
  await page.goto((await linkTo('spam')).slice(0, -3));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is invalid');
  await expect(page.getByRole('main')).toContainText('Open the link in the email again');
  const [oldLink] = createActionLinkSigner(['x'.repeat(32)], () => site.url)('1', Date.now());
  await page.goto(oldLink?.url ?? '');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is no longer valid');
  await expect(page.getByRole('main')).toContainText('Use the link in a newer email');
  await page.goto(await linkTo('spam', Date.now() - 31 * 24 * 60 * 60 * 1000));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link has expired');
  allowConsoleError(consoleMessages, failedRequestMessage);
});

test('an action link is not sent to other hosts or as a referrer', async ({
  page,
  site,
  linkTo,
}) => {
  const referrers: (string | undefined)[] = [];
  const hosts = new Set<string>();
  page.on('request', (request) => {
    hosts.add(new URL(request.url()).origin);
    referrers.push(request.headers()['referer']);
  });
  await page.goto(await linkTo('decline'));
  await confirmButton(page).click();
  await expect(page.getByRole('main')).toContainText('This link was used on');
  expect([...hosts]).toEqual([site.url]);
  expect(referrers.filter((referrer) => referrer?.includes('/follow-up/'))).toEqual([]);
  await expect(page.locator('script')).toHaveCount(0);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
});

test('an action link can be confirmed by keyboard', async ({ page, site, linkTo }) => {
  await page.goto(await linkTo('spam'));
  const { keyboard } = page;
  await keyboard.press('Tab');
  await expect(textBox(page, 'Your name')).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.type('Nonsense.');
  await keyboard.press('Tab');
  await expect(confirmButton(page)).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marked as spam');
  expect(await site.inquiries()).toMatchObject([{ status: 'spam' }]);
});

test('the printed page shows the firm and the inquiry', async ({ page, linkTo }) => {
  await page.goto(await linkTo('spam'));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(firm.name)).toBeVisible();
  await expect(page.getByText(inquiry.company, { exact: true })).toBeVisible();
  await expect(confirmButton(page)).toBeHidden();
  const person = await page.getByText(`${inquiry.lastName}, ${inquiry.company}`).boundingBox();
  const effect = await page.getByText('The inquiry is then closed').boundingBox();
  expect(effect?.y).toBeGreaterThan((person?.y ?? 0) + (person?.height ?? 0));
});

test('a long URL in a message wraps on any screen', async ({ page, request, site }) => {
  const message = `Our figures: https://files.northquay.example/${'a1b2c3d4e5'.repeat(20)}`;
  const links = createActionLinkSigner([linkSecret], () => site.url);
  const [link] = links(await submitInquiry(request, message), Date.now());
  await page.goto(link?.url ?? '');
  for (const width of [320, 390, 600, 768, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('axe finds no violations on an invalid, unused or used link', async ({
  page,
  linkTo,
  consoleMessages,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const link = await linkTo('qualify');
  await page.goto(`${link}x`);
  await expectAccessible(page);
  await page.goto(link);
  await expectAccessible(page);
  await textBox(page, 'Note').fill('Good fit.');
  await confirmButton(page).click();
  await expect(page.getByRole('main')).toContainText('This link was used on');
  await expectAccessible(page);
  allowConsoleError(consoleMessages, failedRequestMessage);
});

test('axe finds no violations on a rejected confirmation', async ({
  page,
  linkTo,
  consoleMessages,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(await linkTo('qualify'));
  await textBox(page, 'Note').fill('A long story. '.repeat(150));
  await confirmButton(page).click();
  await expect(page.getByText('Please shorten this')).toBeVisible();
  await expectAccessible(page);
  await textBox(page, 'Note').fill('A long story. '.repeat(5000));
  await confirmButton(page).click();
  await expect(page.getByRole('group', { name: 'Your note is too long' })).toBeFocused();
  await expectAccessible(page);
  allowConsoleError(consoleMessages, failedRequestMessage);
});

/** Runs axe on phone and desktop in both color schemes, and checks for horizontal scrolling. */
async function expectAccessible(page: Page) {
  await expectNoViolations(page);
  await page.setViewportSize({ width: 320, height: 900 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
}
