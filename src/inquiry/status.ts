export const statuses = ['new', 'reviewed', 'responded', 'declined', 'spam'] as const;

export type Status = (typeof statuses)[number];

/** Status of an inquiry; `qualified` is set by a review. */
export interface ReviewState {
  status: Status;
  qualified?: boolean;
  /** Reason to suspect spam, until the team has judged it: the inquiry becomes new if it is none. */
  suspectedSpam?: string;
}

/** Tells if a review or a response is due. */
export const isOpen = ({ status, qualified }: ReviewState): boolean =>
  status === 'new' || (status === 'reviewed' && qualified === true);

export type StatusChange =
  { status: 'reviewed'; qualified: boolean } | { status: Exclude<Status, 'reviewed'> };

/** Suspected spam becomes new as spam does. */
const isLikeSpam = ({ status, suspectedSpam }: ReviewState) =>
  status === 'spam' || (status === 'new' && suspectedSpam !== undefined);

/** Tells if a change leads back: to new, except from spam, or from an answer to the review. */
export function leadsBack(from: ReviewState, { status }: StatusChange): boolean {
  if (status === 'new') return !isLikeSpam(from);
  return status === 'reviewed' && (from.status === 'responded' || from.status === 'declined');
}

type Transition =
  { ok: true; state: ReviewState } | { ok: false; reason: 'unchanged' | 'not-allowed' };

/** Applies a change, or returns the reason for its refusal. */
export function transition(from: ReviewState, change: StatusChange): Transition {
  const { status } = change;
  const before = status === 'new' && isLikeSpam(from) ? 'spam' : from.status;
  if (before === status && (change.status !== 'reviewed' || from.qualified === change.qualified))
    return { ok: false, reason: 'unchanged' };
  // Spam becomes only new, and only spam becomes new. Other changes skip or repeat the review.
  if ((before === 'spam') !== (status === 'new')) return { ok: false, reason: 'not-allowed' };

  // An inquiry restored from spam needs a new review.
  const kept = status === 'new' ? undefined : from.qualified;
  const qualified = change.status === 'reviewed' ? change.qualified : kept;
  return { ok: true, state: { status, ...(qualified !== undefined && { qualified }) } };
}

export function formatReviewState({ status, qualified }: ReviewState): string {
  const label = status.charAt(0).toUpperCase() + status.slice(1);
  if (qualified === undefined || status === 'declined' || status === 'spam') return label;
  return `${label}, ${qualified ? 'qualified' : 'not qualified'}`;
}
