import { createHash } from 'node:crypto';
import { RequestError } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { Firm } from '../content/firm.ts';

/**
 * Content-Security-Policy that allows only what the firm's pages use. `styleHashes`: hashes of the
 * `<style>` elements.
 */
export function createContentSecurityPolicy({ heroImage }: Firm, styleHashes: string[]): string {
  return Object.entries({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': styleHashes.map((hash) => `'${hash}'`).join(' '),
    'img-src': heroImage ? `'self' ${new URL(heroImage.url).origin}` : `'self'`,
    'font-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  })
    .map(([directive, value]) => `${directive} ${value}`)
    .join('; ');
}

/** Hash in the format of Content-Security-Policy and `integrity` attributes. */
export const sha256 = (text: string | Buffer) =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Unused features that ask the visitor. Browsers report unknown names in the console. */
const disabledFeatures = 'camera display-capture geolocation microphone midi payment usb'.split(
  ' ',
);

const twoYearsInSeconds = 2 * 365 * 24 * 60 * 60;

/** Headers of every response: cached pages, app responses and rejected requests. */
export const createSecurityHeaders = (
  policy: string,
  publicUrl: string | undefined,
): Record<string, string> => ({
  'content-security-policy': policy,
  // Loads the hero image without credentials; require-corp would need a header of its host.
  'cross-origin-embedder-policy': 'credentialless',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': disabledFeatures.map((feature) => `${feature}=()`).join(', '),
  // With no-referrer, browsers send `Origin: null` when they submit the form without script.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // Without includeSubDomains: other hosts of the domain may lack https.
  ...(publicUrl?.startsWith('https:') && {
    'strict-transport-security': `max-age=${twoYearsInSeconds}`,
  }),
});

/** Adds the headers of every response to the app's responses. */
export function addSecurityHeaders(
  policy: string,
  publicUrl: string | undefined,
): MiddlewareHandler {
  const headers = Object.entries(createSecurityHeaders(policy, publicUrl));
  return async (context, next) => {
    await next();
    for (const [name, value] of headers) {
      // A response may set a stricter value, such as its Referrer-Policy.
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  };
}

/** Creates the 400 response to malformed requests, such as one with an invalid Host. */
export const createBadRequest = (policy: string, publicUrl: string | undefined) => ({
  headers: {
    ...createSecurityHeaders(policy, publicUrl),
    'content-type': 'text/plain; charset=utf-8',
    connection: 'close',
  },
  text: 'This request is malformed: check its address and its Host header.\n',
});

/** Responds with 400 to requests that the adapter cannot parse. */
export function createRequestErrorHandler({ headers, text }: ReturnType<typeof createBadRequest>) {
  return (error: unknown) => {
    if (!(error instanceof RequestError)) throw error;
    return new Response(text, { status: 400, headers });
  };
}
