export const statuses = ['new', 'reviewed', 'responded', 'declined', 'spam'] as const;

export type Status = (typeof statuses)[number];

/** Where an inquiry stands; `qualified` is there once somebody judged it. */
export interface Standing {
  status: Status;
  qualified?: boolean;
}

/** What somebody wants to make of it. A review has to say whether the inquiry is qualified. */
export type Change =
  { status: 'reviewed'; qualified: boolean } | { status: Exclude<Status, 'reviewed'> };

export type Transition =
  | { ok: true; standing: Standing }
  /** `unchanged`: it stands there already. */
  | { ok: false; reason: 'unchanged' | 'not-allowed'; allowed: Status[] };

// Who answers or declines has reviewed. Back to a review, because somebody may have been mistaken.
const next: Record<Status, Status[]> = {
  new: ['reviewed', 'responded', 'declined', 'spam'],
  reviewed: ['reviewed', 'responded', 'declined', 'spam'],
  responded: ['reviewed', 'declined', 'spam'],
  declined: ['reviewed', 'responded', 'spam'],
  spam: ['new'],
};

/** Where an inquiry stands after a change, or why it cannot be made. */
export function transition(from: Standing, change: Change): Transition {
  const allowed = next[from.status];
  const isSame =
    from.status === change.status &&
    (change.status !== 'reviewed' || from.qualified === change.qualified);
  if (isSame) return { ok: false, reason: 'unchanged', allowed };
  if (!allowed.includes(change.status)) return { ok: false, reason: 'not-allowed', allowed };
  const { status } = change;
  if (status === 'reviewed') return { ok: true, standing: { status, qualified: change.qualified } };

  // What comes back from spam is judged anew.
  const isJudged = status !== 'new' && from.qualified !== undefined;
  return { ok: true, standing: { status, ...(isJudged && { qualified: from.qualified }) } };
}
