import { expect, it } from 'vitest';
import { checkClock, getMailFix, getWebhookFix } from './connections.ts';

it.each([
  ['SMTP 535 (EAUTH)', /user and password/],
  ['SMTP 451 (EENVELOPE)', /later/],
  ['SMTP 554 (EMESSAGE)', /MAIL_FROM/],
  ['ETLS', /STARTTLS/],
  ['The name of the mail server was not found', /^Correct the host name in SMTP_URL/],
  ['ECONNREFUSED', /^Check host/],
])('advises on the e-mail error %s', (error, advice) => {
  expect(getMailFix(error)).toMatch(advice);
});

it.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /NODE_EXTRA_CA_CERTS/],
  ['HTTP 307', /redirect/],
  ['HTTP 401', /WEBHOOK_SECRET/],
  ['HTTP 404', /path/],
  ['HTTP 500', /log/],
  ['ENOTFOUND', /WEBHOOK_URL/],
])('advises on the webhook error %s', (error, advice) => {
  expect(getWebhookFix(error)).toMatch(advice);
});

it('compares the clock with that of the webhook host', () => {
  expect(checkClock(30_000)).toMatchObject({ result: 'ok' });
  expect(checkClock(-31_000)).toMatchObject({
    result: 'warning',
    detail: expect.stringMatching(/^31 s ahead of/) as string,
  });
  expect(checkClock(301_000)).toMatchObject({
    result: 'failed',
    detail: expect.stringMatching(/^301 s behind/) as string,
  });
});
