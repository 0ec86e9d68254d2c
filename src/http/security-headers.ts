import { hash } from 'node:crypto';
import type { Firm } from '../content/firm.ts';

/**
 * Creates the policy that allows only what the pages of the firm use. `styles` is the content of
 * their `<style>`.
 */
export function createContentSecurityPolicy(
  { heroImage }: Pick<Firm, 'heroImage'>,
  styles: string,
): string {
  const imageOrigin = URL.parse(heroImage?.url ?? '')?.origin;
  const directives = {
    'default-src': "'none'",
    'script-src': "'self'",
    // The print style sheet is a file.
    'style-src': `'self' '${sha256(styles)}'`,
    'img-src': imageOrigin ? `'self' ${imageOrigin}` : "'self'",
    'font-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  };
  const parts = Object.entries(directives).map(([directive, value]) => `${directive} ${value}`);
  return parts.join('; ');
}

/** Returns a hash in the format of Content-Security-Policy and `integrity` attributes. */
export const sha256 = (text: string | Buffer) => `sha256-${hash('sha256', text, 'base64')}`;

/** Browsers remember HSTS for two years. */
const hstsMaxAgeSeconds = 2 * 365 * 24 * 60 * 60;

/**
 * Creates the headers of every response. A response may set stricter values, such as its own
 * Referrer-Policy.
 */
export function createCommonHeaders(
  policy: string,
  publicUrl: string | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {
    'content-security-policy': policy,
    // Load the hero image without credentials; require-corp would need a header from its host.
    'cross-origin-embedder-policy': 'credentialless',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Disable unused features for which browsers ask the visitor. Browsers report unknown names in
    // the console.
    'permissions-policy':
      'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()',
    // With no-referrer, browsers send `Origin: null` when they submit the form without script.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    vary: 'Accept-Encoding',
  };
  // Without includeSubDomains: other hosts of the domain may lack https.
  if (publicUrl?.startsWith('https:')) {
    headers['strict-transport-security'] = `max-age=${hstsMaxAgeSeconds}`;
  }
  return headers;
}
