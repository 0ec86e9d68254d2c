import { describe, expect, it } from 'vitest';
import { createCommonHeaders, createContentSecurityPolicy } from './security-headers.ts';

const styles = 'body{color:red}';
const policy = createContentSecurityPolicy(
  { heroImage: { url: 'https://images.example:8443/{width}', widths: [640] } },
  styles,
);

const headersWith = (publicUrl: string | undefined) =>
  new Headers(createCommonHeaders(policy, publicUrl));

describe('the Content-Security-Policy', () => {
  it('allows only what the pages use', () => {
    // printf 'body{color:red}' | openssl dgst -sha256 -binary | openssl base64
    const style = "style-src 'self' 'sha256-FcQqt3aNlV7AZnGV4zkQRVeCeJOxbMPnQSx258L803E='";
    expect(policy.split('; ')).toEqual([
      ...["default-src 'none'", "script-src 'self'", style],
      "img-src 'self' https://images.example:8443",
      ...["font-src 'self'", "connect-src 'self'", "form-action 'self'", "base-uri 'none'"],
      ...["frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"],
    ]);
  });

  it.each([{}, { heroImage: { url: '/hero-{width}.jpg', widths: [640] } } as const])(
    'allows no images of other hosts: %j',
    (firm) => {
      expect(createContentSecurityPolicy(firm, styles)).toContain("; img-src 'self'; ");
    },
  );
});

it.each([
  ['https://firm.example', 'max-age=63072000'],
  ['http://firm.example', null],
  [undefined, null],
])('with PUBLIC_URL %s, Strict-Transport-Security is %s', (publicUrl, expected) => {
  expect(headersWith(publicUrl).get('strict-transport-security')).toBe(expected);
});

it('every response disables unused browser features and isolates its origin', () => {
  const headers = headersWith(undefined);
  expect(Object.fromEntries(headers)).toMatchObject({
    'cross-origin-embedder-policy': 'credentialless',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  const features = headers.get('permissions-policy')?.split(', ') ?? [];
  for (const name of ['camera', 'geolocation', 'microphone', 'payment'])
    expect(features).toContain(`${name}=()`);
  for (const feature of features) expect(feature).toMatch(/^[a-z-]+=\(\)$/);
});
