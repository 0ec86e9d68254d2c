import { firm } from '../../src/content/firm.ts';
import { allPages } from '../../tools/all-pages.ts';
import { expect, test } from './fixtures/site.ts';

// Headings, texts and links: accessibility-tree.spec. Descriptions: metadata.test.
test('every page has a title and ends with a link to the contact page, and the footer names the firm', async ({
  page,
}) => {
  for (const { path, name } of allPages) {
    await page.goto(path);
    const title = name === 'Home' ? `^${firm.name}: ` : `^${name}\\b.* ${firm.name}$`;
    await expect(page).toHaveTitle(new RegExp(title));
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    if (name === 'Contact') continue;
    await page.locator('main section').last().getByRole('link').click();
    await expect(page).toHaveURL('/contact');
  }
  const footer = page.getByRole('contentinfo');
  const { timeZone } = firm;
  const year = new Date().toLocaleString('en-US', { year: 'numeric', timeZone });
  await expect(footer).toContainText(`© ${year} ${firm.name}`);
  await expect(footer).toContainText(firm.address.street);
  const email = footer.getByRole('link', { name: firm.email });
  await expect(email).toHaveAttribute('href', `mailto:${firm.email}`);
});
