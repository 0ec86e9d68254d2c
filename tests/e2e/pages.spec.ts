import type { Page } from '@playwright/test';
import { firm } from '../../src/content/firm.ts';
import { formatOfficeHours } from '../../src/content/office-hours.ts';
import { allPages } from '../../tools/all-pages.ts';
import { expect, test } from './fixtures/site.ts';

const sectionOf = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });

const titlesIn = (page: Page, section: string) =>
  sectionOf(page, section).getByRole('heading', { level: 3 });

for (const { path, name } of allPages) {
  test(`${path} has one main heading, a title and a description`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveTitle(new RegExp(`^${name}\\b.* ${firm.name}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\w{3}.*\.$/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
}

test('Home presents the firm and links to the contact page twice', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Capital With Conviction. Platforms That Endure.',
  );
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Where Infrastructure Meets Intelligence',
    'Our Strategic Lens',
    'Partner With Purpose',
  ]);
  await expect(titlesIn(page, 'Our Strategic Lens')).toHaveText([
    'Durable Value Creation',
    'Embedded Execution',
    'Aligned Capital Strategy',
  ]);

  await page.getByRole('main').getByRole('link', { name: 'Partner With Us' }).click();
  await expect(page).toHaveURL('/contact');
  await page.goBack();
  await sectionOf(page, 'Partner With Purpose').getByRole('link', { name: 'Get In Touch' }).click();
  await expect(page).toHaveURL('/contact');
});

test('About has the sections of the specification', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who We Are');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Our Operating Philosophy',
    'What Sets Us Apart',
    'Where We Play',
    'Long-Term Outlook',
    /\w/,
  ]);
  await expect(titlesIn(page, 'Our Operating Philosophy')).toHaveText([
    'Ownership-First',
    'Operator-Informed',
    'AI-Native & Asset-Backed',
    'Legacy-Aligned',
  ]);
  await expect(titlesIn(page, 'What Sets Us Apart')).toHaveText([
    'Vertical Integration',
    'Strategic Access',
    'Execution Capacity',
  ]);
  await expect(titlesIn(page, 'Where We Play')).toHaveText(
    [
      'real estate and industrial infrastructure',
      'private equity roll-ups and emerging fund sponsors',
      'public-private ventures in food, housing and compliance',
      'AI-driven operational ventures',
      'global ESG trade and supply systems',
      'media and cultural influence platforms',
    ],
    { ignoreCase: true },
  );
  await expect(titlesIn(page, 'Long-Term Outlook')).toHaveCount(3);
});

test('Platform has the sections of the specification', async ({ page }) => {
  await page.goto('/platform');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(firm.platform);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'What We Enable',
    'How the Platform Works',
    'Value Across the Stack',
    'Why It Matters',
    /\w/,
  ]);
  await expect(titlesIn(page, 'What We Enable')).toHaveText([
    'Capital Structuring',
    'Operational Infrastructure',
    'Go-to-Market Enablement',
    'Technology Integration',
    'Strategic Ecosystem Access',
  ]);
  await expect(sectionOf(page, 'How the Platform Works').locator('ol > li')).toHaveCount(3);
  for (const audience of ['For Founders', 'For Sponsors/GPs', 'For Ecosystem Partners']) {
    await expect(
      sectionOf(page, 'Value Across the Stack').getByRole('link', { name: audience }),
    ).toBeVisible();
  }
});

test('Ecosystems has the sections of the specification and closes with a quote', async ({
  page,
}) => {
  await page.goto('/ecosystems');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Ecosystems of Scale & Significance',
  );
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Why Ecosystems Matter',
    'Private Equity Network',
    'Franchise & Culinary Entrepreneur Platform',
    'Athlete-to-Entrepreneur Platform',
    'Our Embedded Advantage',
    'Vision Ahead',
    /\w/,
  ]);
  await expect(sectionOf(page, 'Why Ecosystems Matter').getByRole('strong')).toHaveCount(3);
  await expect(page.locator('main section').nth(-2).getByRole('blockquote')).toHaveText(/\w/);
});

for (const { path } of allPages.filter(({ path }) => path !== '/contact')) {
  test(`${path} ends with a call and a link to the contact page`, async ({ page }) => {
    await page.goto(path);
    const call = page.locator('main section').last();
    await expect(call.getByRole('heading', { level: 2 })).toHaveText(/\w/);
    await call.getByRole('link').click();
    await expect(page).toHaveURL('/contact');
  });
}

test('Contact introduces the form and shows the contact information', async ({ page }) => {
  await page.goto('/contact');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner With Us');
  await expect(page.getByRole('main')).toContainText('partnership opportunities');
  await expect(page.getByRole('heading', { name: 'Connect With Us' })).toBeVisible();

  const information = page.getByRole('complementary', { name: 'Contact information' });
  const email = information.getByRole('link', { name: firm.email });
  await expect(email).toHaveAttribute('href', `mailto:${firm.email}`);
  await expect(information).toContainText(firm.address.city);
  await expect(information).toContainText(formatOfficeHours(firm.hours).days);
  await expect(information).toContainText(formatOfficeHours(firm.hours).times);

  await expect(information.getByRole('heading', { name: 'What to Expect' })).toBeVisible();
  await expect(information.getByRole('list').getByRole('listitem')).toHaveText([
    /within 24 hours.*submission is reviewed/i,
    /within 48 hours.*qualified opportunities/i,
    /30-45 minutes.*initial conversation/i,
    /transparency.*value/i,
  ]);
});

test('the footer has the blurb, the page links, the contact link and the disclaimer', async ({
  page,
}) => {
  await page.goto('/about');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(firm.blurb);
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

  await footer.getByRole('link', { name: 'Partnership Inquiries' }).click();
  await expect(page).toHaveURL('/contact');
});

test('the copyright line names the current year of the firm’s time zone', async ({ page }) => {
  const { timeZone } = firm;
  const year = new Date().toLocaleString('en-US', { year: 'numeric', timeZone });
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText(`© ${year} ${firm.name}`);
});

test('the header links to every page', async ({ page }) => {
  await page.goto('/');
  const links = page.getByRole('banner').getByRole('navigation').getByRole('link');
  await expect(links).toHaveText(['Home', 'About', 'Platform', 'Ecosystems', 'Contact']);
  for (const { path, name } of allPages) {
    await links.filter({ hasText: name }).click();
    await expect(page).toHaveURL(path);
  }
});
