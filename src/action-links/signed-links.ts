import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkSecrets } from '../config/setting-values.ts';
import { linkDays } from '../content/periods.ts';
import {
  getNumberedAction,
  type LinkAction,
  linkActions,
  type LinkTarget,
  type SignedLink,
} from '../inquiry/link-actions.ts';
import type { SignActionLinks } from '../notifications/email/render-mail.ts';
import { dayMs, type EpochMs, type IsoTime, toIso } from '../text/format-time.ts';

const actions = Object.keys(linkActions) as LinkAction[];
const ttlMs = linkDays * dayMs;

/**
 * Half of the hash, as RFC 2104, section 5, allows. Base64url of 16 bytes never ends in `-` or `_`,
 * which mail clients cut off.
 */
const macBytes = 16;
/** Length of the signature in base64url. */
const macLength = 22;

/** Exceeds the length of every signed path. */
const maxPathLength = 200;

export type LinkVerification = ValidLink | InvalidLink;

interface ValidLink {
  state: 'valid';
  link: SignedLink;
  /** Path of the link, without text after its signature. */
  path: string;
}

interface InvalidLink {
  /** `incomplete`: the link was not copied completely. */
  state: 'expired' | 'incomplete' | 'invalidSignature';
}

/**
 * Creates a function that signs the links to the actions on a target. `origin` returns the origin
 * that serves them.
 */
export function createActionLinkSigner(
  [secret]: LinkSecrets,
  origin: () => string,
): SignActionLinks {
  return (target, now) =>
    actions
      .filter((action) => linkActions[action].target === target.kind)
      .map((action) => {
        const path = signPath(secret, { target, action, expiresAt: toIso(now + ttlMs) });
        return { action, label: linkActions[action].label, url: origin() + path };
      });
}

/** Signs the path of a link: `/follow-up/TARGET/ACTION/EXPIRY/SIGNATURE`. */
export function signPath(secret: string, link: SignedLink): string {
  const signed = `/follow-up/${formatTarget(link)}/${toBase36(link.expiresAt)}`;
  return `${signed}/${computeMac(secret, signed)}`;
}

/**
 * Formats a target and an action: `ID/spam`, `ID/reopen-2`, or `until-TIME/spam-many` for suspected
 * spam.
 */
function formatTarget(link: SignedLink): string {
  const { target } = link;
  const id = target.kind === 'suspected' ? `until-${toBase36(target.until)}` : target.inquiryId;
  return `${id}/${getNumberedAction(link)}`;
}

/** Parses the `id` and the `changeNumber` of a signed path, as `formatTarget` writes them. */
function parseTarget(action: LinkAction, id: string, changeNumber: string | undefined): LinkTarget {
  switch (linkActions[action].target) {
    case 'inquiry':
      return { kind: 'inquiry', inquiryId: id };
    case 'change':
      return { kind: 'change', inquiryId: id, changeNumber: Number(changeNumber) };
    case 'suspected':
      return { kind: 'suspected', until: fromBase36(id.slice('until-'.length)) };
  }
}

/** Converts a time to milliseconds since the epoch in base 36, and back. */
const toBase36 = (time: IsoTime) => Date.parse(time).toString(36);
const fromBase36 = (digits: string): IsoTime => toIso(Number.parseInt(digits, 36));

/**
 * Verifies the link with this path at `now`. Ignores text after the signature. Returns undefined if
 * the path is not that of an action link. Checks the signature before the expiry, so that all
 * forged links get the same response.
 */
export function verifyActionLink(
  secrets: LinkSecrets,
  path: string,
  now: EpochMs,
): LinkVerification | undefined {
  if (!path.startsWith('/follow-up/')) return undefined;
  const start = path.slice(0, maxPathLength);
  const parts = /^(\/follow-up\/([^/]+)\/([^/]+?)(?:-(\d+))?\/([^/]+))\/(.*)$/.exec(start) ?? [];
  const [, signed = '', id = '', name, changeNumber, expiry = '', rest = ''] = parts;
  const signature = rest.slice(0, macLength);
  if (signature.length < macLength) return { state: 'incomplete' };
  const action = actions.find((known) => known === name);
  const hasValidSignature = secrets.some((secret) =>
    isEqualInConstantTime(signature, computeMac(secret, signed)),
  );
  if (!hasValidSignature || !action) return { state: 'invalidSignature' };

  const expiresAt = fromBase36(expiry);
  if (Date.parse(expiresAt) <= now) return { state: 'expired' };
  const link = { target: parseTarget(action, id, changeNumber), action, expiresAt };
  return { state: 'valid', link, path: `${signed}/${signature}` };
}

const computeMac = (secret: string, signed: string) =>
  createHmac('sha256', secret).update(signed).digest().subarray(0, macBytes).toString('base64url');

function isEqualInConstantTime(actual: string, expected: string) {
  const actualBytes = Buffer.from(actual);
  const expectedBytes = Buffer.from(expected);
  return actualBytes.length === expectedBytes.length && timingSafeEqual(actualBytes, expectedBytes);
}
