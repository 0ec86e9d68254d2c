import { expect, it } from 'vitest';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { formatLocalUrl, formatStartupBanner } from './startup-messages.ts';

const startupInfo = {
  publicUrl: undefined,
  localUrl: 'http://localhost:3000',
  storeName: '/data/inquiries.sqlite',
  command: 'npx inquiries',
  retentionMonths: 18,
  destinations: [],
};

it('tells the address, the store, the command, and that nobody is notified', () => {
  expect(formatStartupBanner(startupInfo).split('\n')).toEqual([
    'The site is at       http://localhost:3000',
    'Inquiries are in     /data/inquiries.sqlite',
    'They are kept        for 18 months (RETENTION_MONTHS), then deleted',
    'List them with       npx inquiries list',
    'Nobody is notified   of them: set SMTP_URL or WEBHOOK_URL, as .env.example explains',
  ]);
});

it('tells the public address, and what is sent', () => {
  const publicUrl = 'https://www.example.com';
  const destinations = [email, webhook, inquirer];
  const banner = formatStartupBanner({ ...startupInfo, publicUrl, destinations });
  expect(banner).toContain('https://www.example.com, served from http://localhost:3000\n');
  expect(banner).toContain(
    'They are sent        by email and to the webhook\nAlso sent            reminders, a morning digest, acknowledgements',
  );
  expect(banner).not.toContain('Nobody');
});

it.each([
  ['127.0.0.1', 'http://localhost:3000'],
  ['::1', 'http://localhost:3000'],
  ['0.0.0.0', 'http://0.0.0.0:3000'],
  ['::', 'http://[::]:3000'],
])('names the address that a browser opens: %s', (host, url) => {
  expect(formatLocalUrl(host, 3000)).toBe(url);
});
