import { expect, it } from 'vitest';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { serveSiteForFile } from '../fixtures/serve-site.ts';

const server = serveSiteForFile({ RATE_LIMIT: '2/hour' });

it('without a proxy, forwarding headers do not evade the rate limit', async () => {
  const statuses: number[] = [];
  for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
    const headers = { 'x-forwarded-for': address, 'x-real-ip': address, forwarded: address };
    statuses.push((await postInquiry(server.url(), {}, headers)).status);
  }
  expect(statuses).toEqual([201, 201, 429]);
  expect((await fetch(`${server.url()}/contact`)).status).toBe(200);
});
