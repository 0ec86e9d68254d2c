import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { firm } from '../content/firm.ts';
import { addSecurityHeaders, createContentSecurityPolicy, sha256 } from './security-headers.ts';

const policy = createContentSecurityPolicy(firm, [sha256('body{color:red}')]);

async function headersWith(publicUrl: string | undefined) {
  const app = new Hono()
    .use(addSecurityHeaders(policy, publicUrl))
    .get('/', ({ text }) => text(''));
  return (await app.request('/')).headers;
}

describe('the Content-Security-Policy', () => {
  it('allows style sheets by their hashes', () => {
    // printf 'body{color:red}' | openssl dgst -sha256 -binary | openssl base64
    const hash = 'sha256-FcQqt3aNlV7AZnGV4zkQRVeCeJOxbMPnQSx258L803E=';
    expect(policy.split('; ')).toContain(`style-src '${hash}'`);
  });

  it('allows only what the pages use', () => {
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' https://images.unsplash.com",
    ])
      expect(policy.split('; ')).toContain(part);
    expect(policy).not.toContain('unsafe-');
  });

  const { csp } = new CspParser(policy);
  const findings = new CspEvaluator(csp).evaluate();

  it('has no finding of high or medium severity in Google’s CSP evaluator', () => {
    const serious = findings.filter(({ severity }) =>
      [Severity.HIGH, Severity.MEDIUM, Severity.SYNTAX].includes(severity),
    );
    expect(serious).toEqual([]);
  });

  it('has one other finding, which the threat model explains', () => {
    const others = findings
      .filter(({ severity }) => severity !== Severity.NONE)
      .map(({ directive, value }) => `${directive} ${value}`);
    expect(others).toEqual(["script-src 'self'"]);
  });
});

describe('Strict-Transport-Security', () => {
  it('is sent if PUBLIC_URL is https', async () => {
    const headers = await headersWith('https://firm.example');
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000');
  });

  it('is not sent if PUBLIC_URL is http or unset', async () => {
    expect((await headersWith('http://firm.example')).has('strict-transport-security')).toBe(false);
    expect((await headersWith(undefined)).has('strict-transport-security')).toBe(false);
  });
});

describe('every response', () => {
  it('disables unused browser features and isolates its origin', async () => {
    const headers = await headersWith(undefined);
    expect(headers.get('cross-origin-embedder-policy')).toBe('credentialless');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    const features = headers.get('permissions-policy')?.split(', ');
    expect(features).toEqual(
      expect.arrayContaining(['camera=()', 'geolocation=()', 'microphone=()', 'payment=()']),
    );
    for (const feature of features ?? []) expect(feature).toMatch(/^[a-z-]+=\(\)$/);
  });
});
