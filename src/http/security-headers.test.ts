import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { firm } from '../content/firm.ts';
import { contentSecurityPolicy, addSecurityHeaders, sha256 } from './security-headers.ts';

const policy = contentSecurityPolicy(firm, [sha256('body{color:red}')]);

async function headersWith(publicUrl: string | undefined) {
  const app = new Hono()
    .use(addSecurityHeaders(policy, publicUrl))
    .get('/', ({ text }) => text(''));
  return (await app.request('/')).headers;
}

describe('the policy', () => {
  it('allows style sheets by their hashes', () => {
    // printf 'body{color:red}' | openssl dgst -sha256 -binary | openssl base64
    const hash = 'sha256-FcQqt3aNlV7AZnGV4zkQRVeCeJOxbMPnQSx258L803E=';
    expect(policy.split('; ')).toContain(`style-src '${hash}'`);
  });

  const { csp } = new CspParser(policy);
  const findings = new CspEvaluator(csp).evaluate();

  it('has no weakness of high or medium severity for Google’s evaluator', () => {
    const serious = findings.filter(({ severity }) =>
      [Severity.HIGH, Severity.MEDIUM, Severity.SYNTAX].includes(severity),
    );
    expect(serious).toEqual([]);
  });

  it('leaves it with the remark that the threat model answers', () => {
    const remarks = findings
      .filter(({ severity }) => severity !== Severity.NONE)
      .map(({ directive, value }) => `${directive} ${value}`);
    expect(remarks).toEqual(["script-src 'self'"]);
  });
});

describe('Strict-Transport-Security', () => {
  it('is for a site that is reached by https', async () => {
    const headers = await headersWith('https://firm.example');
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000');
  });

  it('is not for one that is not, or not known to be', async () => {
    expect((await headersWith('http://firm.example')).has('strict-transport-security')).toBe(false);
    expect((await headersWith(undefined)).has('strict-transport-security')).toBe(false);
  });
});

describe('every answer', () => {
  it('turns off what the pages do not use, and keeps to itself', async () => {
    const headers = await headersWith(undefined);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    const features = headers.get('permissions-policy')?.split(', ');
    expect(features).toEqual(
      expect.arrayContaining(['camera=()', 'geolocation=()', 'microphone=()', 'payment=()']),
    );
    expect(features?.filter((feature) => !feature.endsWith('=()'))).toEqual([]);
  });
});
