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
  ['email', 'SMTP 535 (EAUTH)', /user and password/],
  ['email', 'SMTP 451 (EENVELOPE)', /later/],
  ['email', 'SMTP 554 (EMESSAGE)', /MAIL_FROM/],
  ['email', 'ETLS', /STARTTLS/],
  ['email', 'ERR_SSL_WRONG_VERSION_NUMBER', /smtp:\/\//],
  ['email', 'CERT_HAS_EXPIRED, certificate of smtp.example.com', /^Renew/],
  ['email', 'ETIMEDOUT', /smtps:\/\//],
  ['email', 'The host name was not found', /^Correct the host name in SMTP_URL/],
  ['email', 'ECONNREFUSED', /^Check host/],
  ['webhook', 'DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS/],
  ['webhook', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', /NODE_EXTRA_CA_CERTS/],
  ['webhook', 'HTTP 307', /redirect/],
  ['webhook', 'HTTP 401', /WEBHOOK_SECRET/],
  ['webhook', 'HTTP 404', /path/],
  ['webhook', 'HTTP 500', /log/],
  ['webhook', 'The host name was not found', /^Correct the host name in WEBHOOK_URL/],
  ['webhook', 'EHOSTUNREACH', /^Check WEBHOOK_URL/],
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
