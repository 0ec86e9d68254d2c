import { createHash } from 'node:crypto';
import { RequestError } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { Firm } from '../content/firm.ts';

/**
 * The Content-Security-Policy for the firm's site: closed, then opened for what its pages use.
 * `styleHashes` are those of the `<style>` elements in its documents.
 */
export function contentSecurityPolicy(
  { heroImage }: Pick<Firm, 'heroImage'>,
  styleHashes: string[],
): string {
  return Object.entries({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': styleHashes.map((hash) => `'${hash}'`).join(' '),
    'img-src': `'self' ${new URL(heroImage.url).origin}`,
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  })
    .map(([directive, value]) => `${directive} ${value}`)
    .join('; ');
}

/** As Content-Security-Policy and `integrity` attributes write it. */
export const sha256 = (text: string | Buffer) =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Nothing of this is used here. A feature that a browser does not know, its console reports. */
const featuresOff = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'xr-spatial-tracking',
];

const twoYearsInSeconds = 2 * 365 * 24 * 60 * 60;

/** What every answer carries, by header name. `publicUrl` is the site's origin, where it is known. */
export const securityHeadersOf = (
  policy: string,
  publicUrl: string | undefined,
): Record<string, string> => ({
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': featuresOff.map((feature) => `${feature}=()`).join(', '),
  // With no-referrer, browsers send `Origin: null` with the post without script.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // For this host alone: what else there is in its domain may not be ready for it.
  ...(publicUrl?.startsWith('https:') && {
    'strict-transport-security': `max-age=${twoYearsInSeconds}`,
  }),
});

export function securityHeaders(policy: string, publicUrl: string | undefined): MiddlewareHandler {
  const headers = Object.entries(securityHeadersOf(policy, publicUrl));
  return async (context, next) => {
    await next();
    for (const [name, value] of headers) {
      // An answer may say more strictly what its address must not tell.
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  };
}

/** The answer to what is no proper request, such as one with a Host that is none. */
export const malformedRequest = (policy: string, publicUrl: string | undefined) => ({
  headers: {
    ...securityHeadersOf(policy, publicUrl),
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
  },
  text: 'This request is malformed: check its address and its Host header.\n',
});

/** Answers what the adapter can't make a request of. */
export function refuseMalformed({ headers, text }: ReturnType<typeof malformedRequest>) {
  return (error: unknown) => {
    if (!(error instanceof RequestError)) throw error;
    return new Response(text, { status: 400, headers });
  };
}
