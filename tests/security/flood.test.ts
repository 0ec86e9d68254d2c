import { describe, expect, it } from 'vitest';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { serveSiteForFile } from '../fixtures/serve-site.ts';

const createApiClient =
  (server: ReturnType<typeof serveSiteForFile>) =>
  async (role: string, headers: Record<string, string> = {}) =>
    (await postInquiry(server.url(), { role }, headers)).status;

describe('without a proxy', () => {
  const server = serveSiteForFile({ RATE_LIMIT: '3/hour' });
  const call = createApiClient(server);

  it('ignores forwarding headers, and limits API and form together', async () => {
    const spoofedHeaders = (nth: number) => ({
      'x-forwarded-for': `198.51.100.${nth}`,
      'x-real-ip': `198.51.100.${nth}`,
      forwarded: `for=198.51.100.${nth}`,
    });
    const statuses: number[] = [];
    for (let nth = 0; nth < 4; nth += 1) {
      statuses.push(await call(String(nth), spoofedHeaders(nth)));
    }
    expect(statuses).toEqual([201, 201, 201, 429]);

    const response = await fetch(`${server.url()}/contact`, {
      method: 'POST',
      headers: spoofedHeaders(4),
      body: new URLSearchParams({ ...sampleInquiry, company: 'Typed & kept' }),
    });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('value="Typed &amp; kept"');
    expect(await server.inquiries()).toHaveLength(3);
    expect((await fetch(`${server.url()}/contact`)).status).toBe(200);
  });
});

describe('behind a proxy', () => {
  const server = serveSiteForFile({ RATE_LIMIT: '1/hour', TRUST_PROXY: '1' });
  const call = createApiClient(server);

  it('limits each client separately, ignores spoofed addresses and logs no address', async () => {
    const from = (forwardedFor: string) => call('Chair', { 'x-forwarded-for': forwardedFor });
    expect(await from('198.51.100.1')).toBe(201);
    expect(await from('203.0.113.9, 198.51.100.1')).toBe(429);
    expect(await from('198.51.100.2')).toBe(201);
    expect(await from('2001:db8::1')).toBe(201);
    expect(await from('2001:db8::2')).toBe(429);
    expect(await from('2001:db8:0:1::2')).toBe(201);
    await expect.poll(server.output).toContain('rejecting inquiries');
    expect(server.output()).not.toMatch(/198\.51|203\.0|2001:db8/);
  });
});
