import { expect, type Page } from '@playwright/test';

/** The application's script, for routes. */
export const application = '**/assets/client-*.js';

/** The control by which the running application can be told from the document that it takes over. */
export const menuButton = (page: Page) =>
  page.getByRole('button', { name: 'Menu', includeHidden: true });

/** Shows an intent that does nothing else, and waits until the application runs the page. */
export async function takeOver(page: Page) {
  await page.waitForLoadState(); // Until then no script is there to notice the intent.
  await page.keyboard.press('Shift');
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', /true|false/);
}
