import { describe, expect, it } from 'vitest';
import { classifyRoute } from './measure-requests.ts';

describe('the route label of a request is', () => {
  it.each([
    ['page', 'GET', '/About?utm=1', 200],
    ['page', 'GET', '/about/', 301],
    ['file', 'HEAD', '/assets/entry-client-1a2b.js', 304],
    ['contact_call', 'POST', '/api/contact-form', 422],
    ['contact_form', 'POST', '/Contact', 303],
    ['page', 'GET', '/contact', 200],
    ['follow_up', 'GET', '/follow-up/1/qualify/2/3', 200],
    ['health', 'GET', '/readyz', 503],
    ['none', 'GET', '/ada@one.example', 404],
    ['none', 'other', '/', 405],
  ] as const)('%s: %s %s with %i', (route, method, url, status) => {
    expect(classifyRoute(method, url, status)).toBe(route);
  });
});
