import { createHash } from 'node:crypto';
import { RequestError } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { SiteSource } from './site-source.ts';

/** The Content-Security-Policy for a site: closed, then opened for what its pages use. */
export function contentSecurityPolicy({
  assets,
  firm,
}: Pick<SiteSource, 'assets' | 'firm'>): string {
  const styles = assets.styles ? ` '${sha256(assets.styles)}'` : '';
  return Object.entries({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': `'self'${styles}`,
    'img-src': `'self' ${new URL(firm.heroImage.url).origin}`,
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

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** What every answer carries, by header name. */
const headersOf = (policy: string) => ({
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  // With no-referrer, browsers send `Origin: null` with the post without script.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
});

export function securityHeaders(policy: string): MiddlewareHandler {
  const headers = Object.entries(headersOf(policy));
  return async (context, next) => {
    await next();
    for (const [name, value] of headers) {
      // An answer may say more strictly what its address must not tell.
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  };
}

/** Answers what the adapter can't make a request of, such as one with a Host that is none. */
export function refuseMalformed(policy: string) {
  const headers = { ...headersOf(policy), 'content-type': 'text/plain; charset=utf-8' };
  return (error: unknown) => {
    if (!(error instanceof RequestError)) throw error;
    const text = 'This request is malformed: check its address and its Host header.\n';
    return new Response(text, { status: 400, headers });
  };
}
