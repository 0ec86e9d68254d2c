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

/**
 * Applies a change, or returns the reason for its refusal. By links, unlike the command, no change leads
 * back, because a colleague's older e-mail still has its links: only "Reopen" takes back an answer.
 */
export function transition(from: ReviewState, change: StatusChange, isByLink = false) {
  const { status } = change;
  const isSuspected = from.status === 'new' && from.suspectedSpam !== undefined;
  // Suspected spam becomes new as spam does.
  const before = isSuspected && status === 'new' ? 'spam' : from.status;
  const isSame =
    before === status && (change.status !== 'reviewed' || from.qualified === change.qualified);
  const isAnswered = before === 'responded' || before === 'declined';
  const leadsBack = status === 'new' ? before !== 'spam' : status === 'reviewed' && isAnswered;
  if (isSame || (isByLink && leadsBack)) return { ok: false, reason: 'unchanged' } as const;
  // Spam becomes only new, and only spam becomes new. Other changes skip or repeat the review.
  if ((before === 'spam') !== (status === 'new'))
    return { ok: false, reason: 'not-allowed' } as const;

  // An inquiry restored from spam needs a new review.
  const kept = status === 'new' ? undefined : from.qualified;
  const qualified = change.status === 'reviewed' ? change.qualified : kept;
  return { ok: true, state: { status, ...(qualified !== undefined && { qualified }) } } as const;
}

export function formatReviewState({ status, qualified }: ReviewState): string {
  const label = status.charAt(0).toUpperCase() + status.slice(1);
  if (qualified === undefined || status === 'declined' || status === 'spam') return label;
  return `${label}, ${qualified ? 'qualified' : 'not qualified'}`;
}
