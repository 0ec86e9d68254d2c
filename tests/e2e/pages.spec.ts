import { firm } from '../../src/content/firm.ts';
import { allPages } from '../../tools/all-pages.ts';
import { expect, test } from './fixtures/site.ts';

// Headings, texts and links: accessibility-tree.spec. Descriptions: metadata.test.
for (const { path, name } of allPages) {
  test(`${path} has a title and ends with a link to the contact page`, async ({ page }) => {
    await page.goto(path);
    const title = name === 'Home' ? `^${firm.name}: ` : `^${name}\\b.* ${firm.name}$`;
    await expect(page).toHaveTitle(new RegExp(title));
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    if (name === 'Contact') return;
    const call = page.locator('main section').last();
    await call.getByRole('link').click();
    await expect(page).toHaveURL('/contact');
  });
}

test('the footer has the address and the current year of the firm’s time zone', async ({
  page,
}) => {
  await page.goto('/about');
  const footer = page.getByRole('contentinfo');
  const { timeZone } = firm;
  const year = new Date().toLocaleString('en-US', { year: 'numeric', timeZone });
  await expect(footer).toContainText(`© ${year} ${firm.name}`);
  await expect(footer).toContainText(firm.address.street);
  const email = footer.getByRole('link', { name: firm.email });
  await expect(email).toHaveAttribute('href', `mailto:${firm.email}`);
});
