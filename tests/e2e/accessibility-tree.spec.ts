import type { Locator } from '@playwright/test';
import { allPages, unknownPath } from '../../tools/all-pages.ts';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import { hydrate } from './fixtures/hydrate.ts';
import { selectBox, openForm, submitButton, errorSummary } from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

/** To the letter: `toMatchAriaSnapshot` would not notice what is there besides. */
async function expectTree(root: Locator, file: string) {
  expect(`${await root.ariaSnapshot()}\n`).toMatchSnapshot(`${file}.yml`);
}

// What a screen reader finds on each page, in files to be reviewed. After a change that is meant:
// npx playwright test accessibility-tree --update-snapshots
for (const { path, name } of [...allPages, { path: unknownPath, name: 'not found' }]) {
  test(`what a screen reader finds on ${path}`, async ({ page, consoleMessages }) => {
    await page.goto(path);
    await hydrate(page);
    await expectTree(page.getByRole('main'), name.toLowerCase().replaceAll(' ', '-'));
    allowConsoleError(consoleMessages, /status of 404/);
  });
}

test('what a screen reader finds around each page', async ({ page }) => {
  await page.goto('/about');
  await hydrate(page);
  await expectTree(page.getByRole('banner'), 'header');
  await expectTree(page.getByRole('contentinfo').locator('.grid'), 'footer');
});

test('what a screen reader finds on a form with messages', async ({ page }) => {
  await openForm(page);
  await selectBox(page, 'I am a').selectOption('investor');
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeFocused();
  await expectTree(page.locator('form'), 'form-with-messages');
});
