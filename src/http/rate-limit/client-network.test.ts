import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { getClientNetworks } from './client-network.ts';

async function networksOf(remoteAddress: string | undefined, forwardedFor = '', hops = 0) {
  const app = new Hono();
  app.get('/', (context) => context.json(getClientNetworks(context, hops)));
  const headers = { 'x-forwarded-for': forwardedFor };
  const response = await app.request('/', { headers }, { remoteAddress });
  return (await response.json()) as string[];
}

const client = '198.51.100.1';

it.each<[string, string | undefined, string | undefined, number, string]>([
  ['uses the address of the connection', '203.0.113.7', undefined, 0, '203.0.113.7'],
  ['ignores X-Forwarded-For without a proxy', '203.0.113.7', client, 0, '203.0.113.7'],
  ['counts unknown addresses as one network', undefined, undefined, 0, 'unknown'],
  ['uses the address that the trusted proxy appended', '10.0.0.1', client, 1, client],
  ['ignores what the client sent before it', '10.0.0.1', `192.0.2.66, ${client}`, 1, client],
  ['counts proxies', '10.0.0.1', `1.1.1.1,2.2.2.2 ,${client},10.0.0.2`, 2, client],
  ['uses the connection for an empty header', '10.0.0.1', '', 1, '10.0.0.1'],
  ['uses the connection of a request past one of two', '10.0.0.1', client, 2, '10.0.0.1'],
  ['ignores an invalid address', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
  ['ignores five numbers', '10.0.0.1', '1.2.3.4.5', 1, '10.0.0.1'],
  ['ignores an open bracket', '10.0.0.1', '[::1', 1, '10.0.0.1'],
  ['ignores the port', '10.0.0.1', `${client}:4711`, 1, client],
  ['converts a mapped IPv4 address', '::ffff:203.0.113.7', undefined, 0, '203.0.113.7'],
  ['converts one in hexadecimal', '::ffff:cb00:7107', undefined, 0, '203.0.113.7'],
])('%s', async (_, remoteAddress, forwardedFor, hops, network) => {
  expect(await networksOf(remoteAddress, forwardedFor, hops)).toEqual([network]);
});

it.each([
  ['2001:db8:1:2::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64', '2001:db8:1::/48'],
  ['[2001:db8::1]:4711', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
])('reduces %s to its first 64 and 48 bits', async (address, ...networks) => {
  expect(await networksOf('10.0.0.1', address, 1)).toEqual(networks);
});
