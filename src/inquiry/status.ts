export const statuses = ['new', 'reviewed', 'responded', 'declined', 'spam'] as const;

export type Status = (typeof statuses)[number];

/** Status of an inquiry; `qualified` is set by a review. */
export interface ReviewState {
  status: Status;
  qualified?: boolean;
  /** A suspected inquiry becomes new by the judgment that it is no spam. */
  suspectedSpam?: string;
}

/** Tells if a review or a response is due. */
export const isOpen = ({ status, qualified }: ReviewState): boolean =>
  status === 'new' || (status === 'reviewed' && qualified === true);

/** A new status. A review must set `qualified`. */
export type StatusChange =
  { status: 'reviewed'; qualified: boolean } | { status: Exclude<Status, 'reviewed'> };

export type Transition =
  | { ok: true; state: ReviewState }
  /** `unchanged`: the inquiry has this status already. */
  | { ok: false; reason: 'unchanged' | 'not-allowed' };

/** Applies a change, or returns the reason for its refusal. */
export function transition(from: ReviewState, change: StatusChange): Transition {
  const endsSuspicion =
    from.status === 'new' && change.status === 'new' && from.suspectedSpam !== undefined;
  const isSame =
    from.status === change.status &&
    !endsSuspicion &&
    (change.status !== 'reviewed' || from.qualified === change.qualified);
  if (isSame) return { ok: false, reason: 'unchanged' };
  // Spam becomes only new, and only spam becomes new. Other changes skip or repeat the review.
  const isAllowed = endsSuspicion || (from.status === 'spam') === (change.status === 'new');
  if (!isAllowed) return { ok: false, reason: 'not-allowed' };
  const { status } = change;
  if (status === 'reviewed') return { ok: true, state: { status, qualified: change.qualified } };

  // An inquiry restored from spam needs a new review.
  const keepsQualified = status !== 'new' && from.qualified !== undefined;
  return { ok: true, state: { status, ...(keepsQualified && { qualified: from.qualified }) } };
}

/** Formats the status, with the qualification unless the inquiry is declined or spam. */
export function formatReviewState({ status, qualified }: ReviewState): string {
  const label = status.charAt(0).toUpperCase() + status.slice(1);
  if (qualified === undefined || status === 'declined' || status === 'spam') return label;
  return `${label}, ${qualified ? 'qualified' : 'not qualified'}`;
}
