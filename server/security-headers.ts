import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Site } from './site.ts';

/** The Content-Security-Policy for a site: closed, then opened for what its pages use. */
export function contentSecurityPolicy({ assets, firm }: Pick<Site, 'assets' | 'firm'>): string {
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

export function securityHeaders(policy: string): MiddlewareHandler {
  const headers = Object.entries({
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    // With no-referrer, browsers send `Origin: null` with the post without script.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  return async (context, next) => {
    await next();
    for (const [name, value] of headers) context.res.headers.set(name, value);
  };
}
