import { allPages, unknownPath } from './all-pages.ts';
import { forgive } from './forgive.ts';
import { choice, openForm, submitButton, summary } from './inquiry-form.ts';
import { expect, test } from './site.ts';
import { takeOver } from './take-over.ts';

// What a screen reader finds on each page, in files to be reviewed. After a change that is meant:
// npx playwright test accessibility-tree --update-snapshots
for (const { path, name } of [...allPages, { path: unknownPath, name: 'not found' }]) {
  test(`what a screen reader finds on ${path}`, async ({ page, consoleMessages }) => {
    await page.goto(path);
    await takeOver(page);
    const file = `${name.toLowerCase().replaceAll(' ', '-')}.aria.yml`;
    await expect(page.getByRole('main')).toMatchAriaSnapshot({ name: file });
    forgive(consoleMessages, /status of 404/);
  });
}

test('what a screen reader finds around each page', async ({ page }) => {
  await page.goto('/about');
  await takeOver(page);
  await expect(page.getByRole('banner')).toMatchAriaSnapshot({ name: 'header.aria.yml' });
  const columns = page.getByRole('contentinfo').locator('.grid');
  await expect(columns).toMatchAriaSnapshot({ name: 'footer.aria.yml' });
});

test('what a screen reader finds on a form with messages', async ({ page }) => {
  await openForm(page);
  await choice(page, 'I am a').selectOption('investor');
  await submitButton(page).click();
  await expect(summary(page)).toBeFocused();
  await expect(page.locator('form')).toMatchAriaSnapshot({ name: 'form-with-messages.aria.yml' });
});
