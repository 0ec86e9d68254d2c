import type { Locator } from '@playwright/test';
import { allPages, unknownPath } from '../../tools/all-pages.ts';
import { hydrate } from './fixtures/hydrate.ts';
import { expect, test } from './fixtures/site.ts';

/** Compares the complete tree. `toMatchAriaSnapshot` ignores additional elements. */
async function expectTree(root: Locator, file: string) {
  expect(`${await root.ariaSnapshot()}\n`).toMatchSnapshot(`${file}.yml`);
}

// Update the snapshots after an intended change:
// npx playwright test accessibility-tree --update-snapshots
test('pages, header and footer have the reviewed accessibility trees', async ({ page }) => {
  for (const { path, name } of [...allPages, { path: unknownPath, name: 'not found' }]) {
    await page.goto(path);
    await hydrate(page);
    await expectTree(page.getByRole('main'), name.toLowerCase().replaceAll(' ', '-'));
  }
  await page.goto('/about');
  await hydrate(page);
  await expectTree(page.getByRole('banner'), 'header');
  await expectTree(page.getByRole('contentinfo').locator('.grid'), 'footer');
});
