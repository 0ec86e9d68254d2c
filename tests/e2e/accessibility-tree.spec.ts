import type { Locator } from '@playwright/test';
import { allPages, unknownPath } from '../../tools/all-pages.ts';
import { hydrate } from './fixtures/hydrate.ts';
import { selectBox, openForm, submitButton, errorSummary } from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

/** Compares the complete tree. `toMatchAriaSnapshot` ignores additional elements. */
async function expectTree(root: Locator, file: string) {
  expect(`${await root.ariaSnapshot()}\n`).toMatchSnapshot(`${file}.yml`);
}

// Update the snapshots after an intended change:
// npx playwright test accessibility-tree --update-snapshots
for (const { path, name } of [...allPages, { path: unknownPath, name: 'not found' }]) {
  test(`${path} has the reviewed accessibility tree`, async ({ page }) => {
    await page.goto(path);
    await hydrate(page);
    await expectTree(page.getByRole('main'), name.toLowerCase().replaceAll(' ', '-'));
  });
}

test('header and footer have the reviewed accessibility tree', async ({ page }) => {
  await page.goto('/about');
  await hydrate(page);
  await expectTree(page.getByRole('banner'), 'header');
  await expectTree(page.getByRole('contentinfo').locator('.grid'), 'footer');
});

test('a form with errors has the reviewed accessibility tree', async ({ page }) => {
  await openForm(page);
  await selectBox(page, 'I am a').selectOption('investor');
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeFocused();
  await expectTree(page.locator('form'), 'form-with-messages');
});
