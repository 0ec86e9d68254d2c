import { expect, test } from 'vitest';
import { urlsAt } from './page-info.ts';
import { sitemap } from './sitemap.ts';

test('is XML whatever an address has in it', () => {
  const page = { path: '/r&d', name: 'R&D', title: 'R&D', description: '' };
  expect(sitemap([page], urlsAt('https://www.example.com'))).toContain(
    '<url><loc>https://www.example.com/r&amp;d</loc></url>',
  );
});
