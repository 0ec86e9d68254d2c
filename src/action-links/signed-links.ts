import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkSecrets } from '../config/setting-values.ts';
import { dayMs, toIso } from '../inquiry/format-time.ts';
import {
  getTarget,
  type LinkAction,
  linkActions,
  type SignedLink,
} from '../inquiry/link-actions.ts';
import type { SignActionLinks } from '../notifications/email/render-mail.ts';

const actions = Object.keys(linkActions) as LinkAction[];
const ttlMs = 30 * dayMs;

/**
 * Half the hash, as RFC 2104, section 5, allows. Base64url of 16 bytes never ends in `-` or `_`, which
 * mail clients cut off.
 */
const macBytes = 16;
/** Length of the signature in base64url. */
const macLength = 22;

/** Exceeds the length of each signed path. */
const maxPathLength = 200;

/** `path`: of the link alone. `incomplete`: the link was cut, as one that was not copied whole. */
export type LinkVerification =
  | { state: 'valid'; link: SignedLink; path: string }
  | { state: 'expired' | 'incomplete' | 'invalidSignature' };

/** Signs `/follow-up/ID/ACTION/EXPIRY/SIGNATURE`, as `reopen-2`, at the `origin` that serves it. */
export function createActionLinkSigner(
  [secret]: LinkSecrets,
  origin: () => string,
): SignActionLinks {
  return (inquiryId, now, change) =>
    actions
      .filter((action) => linkActions[action].target === getTarget(inquiryId, change))
      .map((action) => {
        const expiresAt = toIso(now + ttlMs);
        const link = { inquiryId, action, expiresAt, ...(change && { change }) };
        const url = origin() + signPath(secret, link);
        return { action, label: linkActions[action].label, url };
      });
}

/** Signs the path of a link. */
export function signPath(
  secret: string,
  { inquiryId, action, expiresAt, change }: SignedLink,
): string {
  const name = change ? `${action}-${change}` : action;
  const signed = `/follow-up/${inquiryId}/${name}/${Date.parse(expiresAt).toString(36)}`;
  return `${signed}/${computeMac(secret, signed)}`;
}

/**
 * Verifies the link with this path at `now` (milliseconds since the epoch). Ignores what follows the
 * signature. Returns undefined if the path is no action link. Checks the signature before the expiry, so
 * that all forged links get the same response.
 */
export function verifyActionLink(
  secrets: LinkSecrets,
  path: string,
  now: number,
): LinkVerification | undefined {
  if (!path.startsWith('/follow-up/')) return undefined;
  const link = path.slice(0, maxPathLength);
  const parts = /^(\/follow-up\/([^/]+)\/([^/]+?)(?:-(\d+))?\/([^/]+))\/(.*)$/.exec(link) ?? [];
  const [, signed = '', inquiryId = '', name, change, expiry = '', rest = ''] = parts;
  const signature = rest.slice(0, macLength);
  if (signature.length < macLength) return { state: 'incomplete' };
  const action = actions.find((known) => known === name);
  const hasValidSignature = secrets.some((secret) =>
    isEqual(signature, computeMac(secret, signed)),
  );
  if (!hasValidSignature || !action) return { state: 'invalidSignature' };

  const expiresMs = Number.parseInt(expiry, 36);
  if (expiresMs <= now) return { state: 'expired' };
  const expiresAt = toIso(expiresMs);
  const content = { inquiryId, action, expiresAt };
  return {
    state: 'valid',
    link: change ? { ...content, change: Number(change) } : content,
    path: `${signed}/${signature}`,
  };
}

const computeMac = (secret: string, signed: string) =>
  createHmac('sha256', secret).update(signed).digest().subarray(0, macBytes).toString('base64url');

function isEqual(actual: string, expected: string) {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
