import { expect, it } from 'vitest';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { serveSiteForFile } from '../fixtures/serve-site.ts';

const server = serveSiteForFile({ RATE_LIMIT: '2/hour' });

it('without a proxy, forwarding headers are ignored; API and form share a limit, above which the form keeps its values', async () => {
  const spoofedHeaders = (nth: number) => ({
    'x-forwarded-for': `198.51.100.${nth}`,
    'x-real-ip': `198.51.100.${nth}`,
    forwarded: `for=198.51.100.${nth}`,
  });
  const postForm = (nth: number, company: string) =>
    fetch(`${server.url()}/contact`, {
      method: 'POST',
      headers: spoofedHeaders(nth),
      body: new URLSearchParams({ ...sampleInquiry, company }),
      redirect: 'manual',
    });
  expect((await postInquiry(server.url(), {}, spoofedHeaders(1))).status).toBe(201);
  expect((await postForm(2, 'Another')).status).toBe(303);
  expect((await postInquiry(server.url(), {}, spoofedHeaders(3))).status).toBe(429);
  const response = await postForm(4, 'Typed & kept');
  expect(response.status).toBe(429);
  const html = await response.text();
  expect(html).toContain('value="Typed &amp; kept"');
  expect(html).toContain('Too many inquiries came from your network.');
  expect(html).toMatch(/href="mailto:[^"]*Typed%20%26%20kept/);
  expect((await fetch(`${server.url()}/contact`)).status).toBe(200);
});
