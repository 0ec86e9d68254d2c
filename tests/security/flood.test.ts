import { expect, it } from 'vitest';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { serveSiteForFile } from '../fixtures/serve-site.ts';

const direct = serveSiteForFile({ RATE_LIMIT: '2/hour' });
const proxied = serveSiteForFile({ RATE_LIMIT: '1/hour', TRUST_PROXY: '1' });

it('without a proxy, forwarding headers are ignored, and API and form share a limit', async () => {
  const spoofedHeaders = (nth: number) => ({
    'x-forwarded-for': `198.51.100.${nth}`,
    'x-real-ip': `198.51.100.${nth}`,
    forwarded: `for=198.51.100.${nth}`,
  });
  const postForm = (nth: number, company: string) =>
    fetch(`${direct.url()}/contact`, {
      method: 'POST',
      headers: spoofedHeaders(nth),
      body: new URLSearchParams({ ...sampleInquiry, company }),
      redirect: 'manual',
    });
  expect((await postInquiry(direct.url(), {}, spoofedHeaders(1))).status).toBe(201);
  expect((await postForm(2, 'Another')).status).toBe(303);
  expect((await postInquiry(direct.url(), {}, spoofedHeaders(3))).status).toBe(429);
  const response = await postForm(4, 'Typed & kept');
  expect(response.status).toBe(429);
  expect(await response.text()).toContain('value="Typed &amp; kept"');
  expect((await fetch(`${direct.url()}/contact`)).status).toBe(200);
});

it('behind a proxy, each client has a limit, and no address is logged', async () => {
  const from = async (forwardedFor: string) =>
    (await postInquiry(proxied.url(), {}, { 'x-forwarded-for': forwardedFor })).status;
  expect(await from('198.51.100.1')).toBe(201);
  expect(await from('203.0.113.9, 198.51.100.1')).toBe(429);
  expect(await from('198.51.100.2')).toBe(201);
  expect(await from('2001:db8::1')).toBe(201);
  expect(await from('2001:db8::2')).toBe(429);
  expect(await from('2001:db8:0:1::2')).toBe(201);
  await expect.poll(proxied.output).toContain('rejecting inquiries');
  expect(proxied.output()).not.toMatch(/198\.51|203\.0|2001:db8/);
});
