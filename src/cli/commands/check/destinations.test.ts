import { expect, it } from 'vitest';
import { readSettings } from '../../../config/settings.ts';
import { getDestinations } from '../../../notifications/destinations.ts';
import { DeliveryError } from '../../../notifications/sender.ts';
import { checkConnection } from './destinations.ts';

const read = readSettings({
  SMTP_URL: 'smtp://127.0.0.1',
  MAIL_FROM: 'website@firm.example',
  NOTIFY_TO: 'team@firm.example',
  WEBHOOK_URL: 'https://hooks.example/secret-path',
  WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
});
const destinations = read.ok ? getDestinations(read.settings) : [];

it.each([
  ['email', 'SMTP 550 5.7.26 (EMESSAGE)', /SPF and DKIM/],
  ['email', 'SMTP 550 5.7.515 (EMESSAGE)', /SPF and DKIM/],
  ['email', 'SMTP 421 4.7.30 (EMESSAGE)', /SPF and DKIM/],
  ['email', 'SMTP 535 5.7.139 (EAUTH)', /takes no passwords/],
  ['email', 'SMTP 421 4.7.0 (ECONNECTION)', /set PUBLIC_URL/],
  ['email', 'SMTP 554 (EPROTOCOL)', /set PUBLIC_URL/],
  ['email', 'SMTP 535 5.7.8 (EAUTH)', /^Check SMTP_URL/],
  ['email', 'ETIMEDOUT', /^Check SMTP_URL/],
  ['webhook', 'HTTP 401', /WEBHOOK_SECRET/],
])('advises on an error of %s: %s', async (destination, error, advice) => {
  const found = destinations.find(({ name }) => name === destination);
  if (!found) throw new Error(`${destination} is not configured`);
  const failing = { ...found, checkConnection: () => Promise.reject(new DeliveryError(error)) };
  expect(await checkConnection(failing)).toMatchObject({
    result: 'failed',
    detail: expect.stringContaining(error) as string,
    next: expect.stringMatching(advice) as string,
  });
});
