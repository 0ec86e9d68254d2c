import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkSecrets } from '../config/setting-values.ts';
import { toIso } from '../inquiry/to-iso.ts';
import type { Change } from '../inquiry/transition.ts';
import { type FollowUpAction, followUpActions, type FollowUpLinks } from './action-link.ts';

/** What each link makes of an inquiry, and what a mail calls it. */
export const followUps: Record<FollowUpAction, { label: string; change: Change }> = {
  qualify: { label: 'Reviewed, qualified', change: { status: 'reviewed', qualified: true } },
  decline: { label: 'Reviewed, declined', change: { status: 'declined' } },
  respond: { label: 'Responded', change: { status: 'responded' } },
  spam: { label: 'Spam', change: { status: 'spam' } },
};

const validMs = 30 * 24 * 60 * 60 * 1000;

/** RFC 2104, 5: half of the hash is as good, and its text never ends in what mails cut off. */
const macBytes = 16;

/** What a link says once its signature is verified. `expiresAt` is ISO 8601 in UTC. */
export interface SignedLink {
  inquiryId: string;
  action: FollowUpAction;
  expiresAt: string;
}

export type ReadLink = { outcome: 'valid'; link: SignedLink } | { outcome: 'expired' | 'altered' };

/** Signs `/follow-up/ID/ACTION/EXPIRY/SIGNATURE` at the `origin` that serves it. */
export function createFollowUpLinks([secret]: LinkSecrets, origin: () => string): FollowUpLinks {
  return (inquiryId, now) =>
    followUpActions.map((action) => {
      const signed = `/follow-up/${inquiryId}/${action}/${(now + validMs).toString(36)}`;
      const url = `${origin()}${signed}/${macOf(secret, signed)}`;
      return { action, label: followUps[action].label, url };
    });
}

/**
 * What the link with this path says, at `now` (milliseconds since the epoch); undefined where the
 * path has not the shape of one. Only the signature decides, so nothing else can be learned here.
 */
export function readFollowUpLink(
  secrets: LinkSecrets,
  path: string,
  now: number,
): ReadLink | undefined {
  const parts = /^(\/follow-up\/([^/]+)\/([^/]+)\/([^/]+))\/([^/]+)$/.exec(path);
  if (!parts) return undefined;

  const [, signed = '', inquiryId = '', name, expiry = '', mac = ''] = parts;
  const action = followUpActions.find((known) => known === name);
  const isOurs = secrets.some((secret) => isEqual(mac, macOf(secret, signed)));
  if (!isOurs || !action) return { outcome: 'altered' };

  const expiresMs = Number.parseInt(expiry, 36);
  if (expiresMs <= now) return { outcome: 'expired' };
  const expiresAt = toIso(expiresMs);
  return { outcome: 'valid', link: { inquiryId, action, expiresAt } };
}

const macOf = (secret: string, signed: string) =>
  createHmac('sha256', secret).update(signed).digest().subarray(0, macBytes).toString('base64url');

function isEqual(given: string, expected: string) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
