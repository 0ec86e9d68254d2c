import type { Page } from '@playwright/test';
import { expect, test } from './site.ts';
import { takeOver } from './take-over.ts';

const photograph = (page: Page) => page.locator('.hero-image');
const links = (page: Page) => page.getByRole('banner').getByRole('navigation');

/** The images that the page asks the image host for. */
function watchPhotographs(page: Page) {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith('https://images.unsplash.com/')) urls.push(request.url());
  });
  return urls;
}

test.describe('a visitor who saves data', () => {
  test.use({ extraHTTPHeaders: { 'Save-Data': 'on' } });
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    }),
  );

  test('sees Home without its photograph, in the document and in the application', async ({
    page,
  }) => {
    const requested = watchPhotographs(page);
    const response = await page.goto('/');
    expect(response?.headers()).toMatchObject({ vary: 'Save-Data, Accept-Encoding' });
    expect(response?.headers()).not.toHaveProperty('speculation-rules');
    await takeOver(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await links(page).getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who We Are');
    await links(page).getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Capital With Conviction.');
    await expect(photograph(page)).toHaveCount(0);
    expect(requested).toEqual([]);
  });

  test('sees none either who comes to Home from another page', async ({ page }) => {
    const requested = watchPhotographs(page);
    await page.goto('/contact');
    await takeOver(page);
    await links(page).getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Capital With Conviction.');
    await expect(photograph(page)).toHaveCount(0);
    expect(requested).toEqual([]);
  });
});

test('everybody else sees the words where those who save data do', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  const headline = page.getByRole('heading', { level: 1 });
  const place = await headline.boundingBox();
  await page.locator('picture').evaluate((picture) => picture.remove());
  expect(await headline.boundingBox()).toEqual(place);
});

test('everybody else has the photograph, the rules and a validator of their own', async ({
  request,
}) => {
  // Each coding has its own validator, and the best one comes a moment after the page.
  const zipped = { 'Accept-Encoding': 'gzip' };
  const usual = await request.get('/', { headers: zipped });
  const sparing = await request.get('/', { headers: { ...zipped, 'Save-Data': 'on' } });
  const off = await request.get('/', { headers: { ...zipped, 'Save-Data': 'off' } });
  expect(usual.headers()['vary']).toBe('Save-Data, Accept-Encoding');
  expect(usual.headers()['speculation-rules']).toBeTruthy();
  expect(await usual.text()).toContain('class="hero-image"');
  expect(await sparing.text()).not.toContain('class="hero-image"');
  expect(sparing.headers()['etag']).not.toBe(usual.headers()['etag']);
  expect(await off.text()).toBe(await usual.text());

  const etag = String(sparing.headers()['etag']);
  const headers = { ...zipped, 'If-None-Match': etag };
  expect((await request.get('/', { headers })).status()).toBe(200);
  const again = await request.get('/', { headers: { ...headers, 'Save-Data': 'on' } });
  expect(again.status()).toBe(304);
  expect(again.headers()['vary']).toBe('Save-Data, Accept-Encoding');
});
