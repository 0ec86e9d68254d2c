import { expect, it } from 'vitest';
import { readSettings } from '../../../config/settings.ts';
import { getDestinations } from '../../../notifications/destinations.ts';
import { DeliveryError } from '../../../notifications/sender.ts';
import { checkConnection } from './destinations.ts';

/** Returns the advice of a check in which the connection fails. */
async function getAdvice(destination: string, error: string) {
  const read = readSettings({
    SMTP_URL: 'smtp://127.0.0.1',
    MAIL_FROM: 'website@firm.example',
    NOTIFY_TO: 'team@firm.example',
    WEBHOOK_URL: 'https://hooks.example/secret-path',
    WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
  });
  const destinations = read.ok ? getDestinations(read.settings) : [];
  const found = destinations.find(({ name }) => name === destination);
  if (!found) throw new Error(`${destination} is not configured`);
  const failing = {
    ...found,
    checkConnection: () => Promise.reject(new DeliveryError(error)),
  };
  const result = await checkConnection(failing);
  expect(result).toMatchObject({ result: 'failed', detail: expect.stringContaining(error) });
  return result.next;
}

it.each([
  ['SMTP 535 (EAUTH)', /user and password/],
  ['SMTP 451 (EENVELOPE)', /later/],
  ['SMTP 554 (EMESSAGE)', /MAIL_FROM/],
  ['ETLS', /STARTTLS/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', /smtp:\/\//],
  ['CERT_HAS_EXPIRED, certificate of smtp.example.com, valid until Nov 1', /^Renew/],
  ['ETIMEDOUT', /smtps:\/\//],
  ['The host name was not found', /^Correct the host name in SMTP_URL/],
  ['ECONNREFUSED', /^Check host/],
])('advises on the e-mail error %s', async (error, advice) => {
  expect(await getAdvice('email', error)).toMatch(advice);
});

it.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /NODE_EXTRA_CA_CERTS/],
  ['HTTP 307', /redirect/],
  ['HTTP 401', /WEBHOOK_SECRET/],
  ['HTTP 404', /path/],
  ['HTTP 500', /log/],
  ['The host name was not found', /^Correct the host name in WEBHOOK_URL/],
  ['EHOSTUNREACH', /^Check WEBHOOK_URL/],
])('advises on the webhook error %s', async (error, advice) => {
  expect(await getAdvice('webhook', error)).toMatch(advice);
});
