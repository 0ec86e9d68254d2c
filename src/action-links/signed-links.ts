import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkSecrets } from '../config/setting-values.ts';
import { dayMs, toIso } from '../inquiry/format-time.ts';
import type { StatusChange } from '../inquiry/status.ts';
import type { SignActionLinks } from '../notifications/email/mail-text.ts';

/** Actions of the links in e-mails to the team, in their order. */
export const linkActions = ['qualify', 'assign', 'decline', 'respond', 'spam', 'not-spam'] as const;

export type LinkAction = (typeof linkActions)[number];

/** The label and the status change of each action; an assignment has none. */
export const linkActionDetails: Record<LinkAction, { label: string; change?: StatusChange }> = {
  qualify: { label: 'Reviewed, qualified', change: { status: 'reviewed', qualified: true } },
  assign: { label: 'Assign to me' },
  decline: { label: 'Reviewed, declined', change: { status: 'declined' } },
  respond: { label: 'Responded', change: { status: 'responded' } },
  spam: { label: 'Spam', change: { status: 'spam' } },
  'not-spam': { label: 'Not spam', change: { status: 'new' } },
};

const ttlMs = 30 * dayMs;

/**
 * Half the hash, as RFC 2104, section 5, allows. Base64url of 16 bytes never ends in `-` or `_`, which
 * mail clients cut off.
 */
const macBytes = 16;
/** In base64url. */
const macLength = 22;

/** Signed content of a link. `expiresAt` is ISO 8601 in UTC. */
export interface SignedLink {
  inquiryId: string;
  action: LinkAction;
  expiresAt: string;
}

/** `incomplete`: the signature is too short or too long, as in a link that was not copied whole. */
export type LinkVerification =
  | { outcome: 'valid'; link: SignedLink }
  | { outcome: 'expired' | 'incomplete' | 'invalidSignature' };

/** Signs `/follow-up/ID/ACTION/EXPIRY/SIGNATURE` at the `origin` that serves it. */
export function createActionLinkSigner(
  [secret]: LinkSecrets,
  origin: () => string,
): SignActionLinks {
  return (inquiryId, now) =>
    linkActions.map((action) => {
      const signed = `/follow-up/${inquiryId}/${action}/${(now + ttlMs).toString(36)}`;
      const url = `${origin()}${signed}/${computeMac(secret, signed)}`;
      return { action, label: linkActionDetails[action].label, url };
    });
}

/**
 * Verifies the link with this path at `now` (milliseconds since the epoch). Returns undefined if
 * the path is no action link. Checks the signature before the expiry, so that all forged links get
 * the same response.
 */
export function verifyActionLink(
  secrets: LinkSecrets,
  path: string,
  now: number,
): LinkVerification | undefined {
  const parts = /^(\/follow-up\/([^/]+)\/([^/]+)\/([^/]+))\/([^/]+)$/.exec(path);
  if (!parts) return undefined;

  const [, signed = '', inquiryId = '', name, expiry = '', signature = ''] = parts;
  const action = linkActions.find((known) => known === name);
  const hasValidSignature = secrets.some((secret) =>
    isEqual(signature, computeMac(secret, signed)),
  );
  if (!hasValidSignature || !action) {
    return { outcome: signature.length === macLength ? 'invalidSignature' : 'incomplete' };
  }

  const expiresMs = Number.parseInt(expiry, 36);
  if (expiresMs <= now) return { outcome: 'expired' };
  const expiresAt = toIso(expiresMs);
  return { outcome: 'valid', link: { inquiryId, action, expiresAt } };
}

const computeMac = (secret: string, signed: string) =>
  createHmac('sha256', secret).update(signed).digest().subarray(0, macBytes).toString('base64url');

function isEqual(actual: string, expected: string) {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
