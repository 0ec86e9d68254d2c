import type { Page } from '@playwright/test';
import { firm } from '../../src/content/firm.ts';
import { formatOfficeHours } from '../../src/content/office-hours.ts';
import { allPages } from '../../tools/all-pages.ts';
import { expect, test } from './fixtures/site.ts';

/** The headings of the specification, and any others. */
const headings: Record<string, (string | RegExp)[]> = {
  Home: [
    'Capital With Conviction. Platforms That Endure.',
    'Where Infrastructure Meets Intelligence',
    'Our Strategic Lens',
    ...['Durable Value Creation', 'Embedded Execution', 'Aligned Capital Strategy'],
    'Partner With Purpose',
  ],
  About: [
    'Who We Are',
    'Our Operating Philosophy',
    ...['Ownership-First', 'Operator-Informed', 'AI-Native & Asset-Backed', 'Legacy-Aligned'],
    'What Sets Us Apart',
    ...['Vertical Integration', 'Strategic Access', 'Execution Capacity'],
    'Where We Play',
    'Real estate and industrial infrastructure',
    'Private equity roll-ups and emerging fund sponsors',
    'Public-private ventures in food, housing and compliance',
    'AI-driven operational ventures',
    'Global ESG trade and supply systems',
    'Media and cultural influence platforms',
    'Long-Term Outlook',
    ...[/\w/, /\w/, /\w/],
    /\w/,
  ],
  Platform: [
    firm.platform,
    'What We Enable',
    ...['Capital Structuring', 'Operational Infrastructure', 'Go-to-Market Enablement'],
    ...['Technology Integration', 'Strategic Ecosystem Access'],
    'How the Platform Works',
    ...[/\w/, /\w/, /\w/],
    'Value Across the Stack',
    'Why It Matters',
    /\w/,
  ],
  Ecosystems: [
    'Ecosystems of Scale & Significance',
    'Why Ecosystems Matter',
    'Private Equity Network',
    'Franchise & Culinary Entrepreneur Platform',
    'Athlete-to-Entrepreneur Platform',
    'Our Embedded Advantage',
    'Vision Ahead',
    /\w/,
  ],
  Contact: ['Partner With Us', 'Connect With Us', /\w/, 'What to Expect'],
};

for (const { path, name } of allPages) {
  test(`${path} has a title, a description and the headings of the specification`, async ({
    page,
  }) => {
    await page.goto(path);
    const title = name === 'Home' ? `^${firm.name}: ` : `^${name}\\b.* ${firm.name}$`;
    await expect(page).toHaveTitle(new RegExp(title));
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\w{3}.*\.$/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('main').getByRole('heading')).toHaveText(headings[name] ?? []);
    if (name === 'Ecosystems') await expectPrinciplesAndQuote(page);
    if (name === 'Contact') await expectContactInformation(page);
    else await expectCall(page);
  });
}

async function expectPrinciplesAndQuote(page: Page) {
  const principles = page.locator('section', { hasText: 'Why Ecosystems Matter' }).first();
  await expect(principles.getByRole('strong')).toHaveCount(3);
  await expect(page.locator('main section').nth(-2).getByRole('blockquote')).toHaveText(/\w/);
}

async function expectContactInformation(page: Page) {
  await expect(page.getByRole('main')).toContainText('partnership opportunities');
  const information = page.getByRole('complementary', { name: 'Contact information' });
  const email = information.getByRole('link', { name: firm.email });
  await expect(email).toHaveAttribute('href', `mailto:${firm.email}`);
  await expect(information).toContainText(firm.address.city);
  await expect(information).toContainText(formatOfficeHours(firm.hours).days);
  await expect(information).toContainText(formatOfficeHours(firm.hours).times);

  await expect(information.getByRole('list').getByRole('listitem')).toHaveText([
    /within 24 hours.*submission is reviewed/i,
    /within 48 hours.*qualified opportunities/i,
    /30-45 minutes.*initial conversation/i,
    /transparency.*value/i,
  ]);
}

/** The last section ends with a link to the contact page. */
async function expectCall(page: Page) {
  const call = page.locator('main section').last();
  await expect(call.getByRole('heading', { level: 2 })).toHaveText(/\w/);
  await call.getByRole('link').click();
  await expect(page).toHaveURL('/contact');
}

test('Home links to the contact page twice', async ({ page }) => {
  await page.goto('/');
  const links = page.getByRole('main').getByRole('link', { name: /Partner With Us|Get In Touch/ });
  await expect(links).toHaveText(['Partner With Us', 'Get In Touch']);
  await links.first().click();
  await expect(page).toHaveURL('/contact');
});

test('the footer has the blurb, links, the disclaimer, the address and the current year of the firm’s time zone', async ({
  page,
}) => {
  await page.goto('/about');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(firm.blurb);
  const { timeZone } = firm;
  const year = new Date().toLocaleString('en-US', { year: 'numeric', timeZone });
  await expect(footer).toContainText(`© ${year} ${firm.name}`);
  await expect(footer.getByRole('heading')).toHaveText(['Navigation', 'Connect', 'Legal']);

  const column = (title: string) =>
    footer
      .locator('nav, div.grid > div')
      .filter({ has: page.getByRole('heading', { name: title }) });
  await expect(column('Navigation').getByRole('link')).toHaveText([
    'Home',
    'About',
    'Platform',
    'Ecosystems',
  ]);
  await expect(column('Connect').getByRole('link')).toHaveText(['Partnership Inquiries']);

  await expect(column('Legal')).toContainText(firm.disclaimer);
  await expect(footer).toContainText(firm.address.street);
  const email = footer.getByRole('link', { name: firm.email });
  await expect(email).toHaveAttribute('href', `mailto:${firm.email}`);

  await footer.getByRole('link', { name: 'Partnership Inquiries' }).click();
  await expect(page).toHaveURL('/contact');
});
