import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { describe, expect, it } from 'vitest';
import { createCommonHeaders, createContentSecurityPolicy, sha256 } from './security-headers.ts';

const styles = [sha256('body{color:red}')];
const policy = createContentSecurityPolicy(
  { heroImage: { url: 'https://images.example:8443/{width}', widths: [640] } },
  styles,
);

const headersWith = (publicUrl: string | undefined) =>
  new Headers(createCommonHeaders(policy, publicUrl));

describe('the Content-Security-Policy', () => {
  it('allows only what the pages use', () => {
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        // printf 'body{color:red}' | openssl dgst -sha256 -binary | openssl base64
        "style-src 'sha256-FcQqt3aNlV7AZnGV4zkQRVeCeJOxbMPnQSx258L803E='",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self' https://images.example:8443",
      ]),
    );
    expect(policy).not.toContain('unsafe-');
  });

  it.each([{}, { heroImage: { url: '/hero-{width}.jpg', widths: [640] } } as const])(
    'allows no images of other hosts: %j',
    (firm) => {
      expect(createContentSecurityPolicy(firm, styles)).toContain("; img-src 'self'; ");
    },
  );

  it('has no finding in Google’s CSP evaluator but that of scripts by origin', () => {
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
    const names = findings
      .filter(({ severity }) => severity !== Severity.NONE)
      .map(({ directive, value }) => `${directive} ${value}`);
    expect(names).toEqual(["script-src 'self'"]);
  });
});

it.each([
  ['https://firm.example', 'max-age=63072000'],
  ['http://firm.example', null],
  [undefined, null],
])('with PUBLIC_URL %s, Strict-Transport-Security is %s', (publicUrl, expected) => {
  const headers = headersWith(publicUrl);
  expect(headers.get('strict-transport-security')).toBe(expected);
});

it('every response disables unused browser features and isolates its origin', () => {
  const headers = headersWith(undefined);
  expect(headers.get('cross-origin-embedder-policy')).toBe('credentialless');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  const features = headers.get('permissions-policy')?.split(', ');
  expect(features).toEqual(
    expect.arrayContaining(['camera=()', 'geolocation=()', 'microphone=()', 'payment=()']),
  );
  for (const feature of features ?? []) expect(feature).toMatch(/^[a-z-]+=\(\)$/);
});
