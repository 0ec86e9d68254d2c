export const statuses = ['new', 'reviewed', 'responded', 'declined', 'spam'] as const;

export type Status = (typeof statuses)[number];

/** Status of an inquiry. A review sets `qualified`. */
export interface ReviewState {
  status: Status;
  qualified?: boolean;
  /** Reason to suspect spam. Removed once the team has judged the inquiry as no spam. */
  suspectedSpam?: string | undefined;
}

/** Tells if a review or a response is due. */
export function isOpen({ status, qualified }: ReviewState): boolean {
  switch (status) {
    case 'new':
      return true;
    case 'reviewed':
      return qualified === true;
    case 'responded':
    case 'declined':
    case 'spam':
      return false;
  }
}

export type StatusChange =
  { status: 'reviewed'; qualified: boolean } | { status: Exclude<Status, 'reviewed'> };

/** Stage of an inquiry (`getStage`), or target of a change (`toStage`). */
export type Stage = Exclude<Status, 'reviewed'> | 'suspected spam' | 'qualified' | 'not qualified';

/**
 * Allowed changes of the stage; others are refused. `forward`: by links and by the command. `back`:
 * a correction by the command only, because links in a colleague's older e-mail still work. The
 * link "Reopen" ignores this table: it reverts the last change.
 */
export const transitions: Record<Stage, Partial<Record<Stage, 'forward' | 'back'>>> = {
  new: {
    qualified: 'forward',
    'not qualified': 'forward',
    responded: 'forward',
    declined: 'forward',
    spam: 'forward',
  },
  'suspected spam': {
    new: 'forward',
    qualified: 'forward',
    'not qualified': 'forward',
    responded: 'forward',
    declined: 'forward',
    spam: 'forward',
  },
  qualified: {
    'not qualified': 'forward',
    responded: 'forward',
    declined: 'forward',
    spam: 'forward',
  },
  'not qualified': {
    qualified: 'back',
    responded: 'forward',
    declined: 'forward',
    spam: 'forward',
  },
  responded: {
    qualified: 'back',
    'not qualified': 'back',
    declined: 'forward',
    spam: 'forward',
  },
  declined: {
    qualified: 'back',
    'not qualified': 'back',
    responded: 'forward',
    spam: 'forward',
  },
  spam: { new: 'forward' },
};

export const stages = Object.keys(transitions) as Stage[];

export function getStage({ status, qualified, suspectedSpam }: ReviewState): Stage {
  if (status === 'reviewed') return qualified ? 'qualified' : 'not qualified';
  return status === 'new' && suspectedSpam !== undefined ? 'suspected spam' : status;
}

/** Returns the stage to which a change leads. */
function toStage(change: StatusChange): Stage {
  if (change.status !== 'reviewed') return change.status;
  return change.qualified ? 'qualified' : 'not qualified';
}

/** Tells if an inquiry is suspected spam that the team has not judged. */
export const isSuspected = (inquiry: ReviewState): boolean =>
  getStage(inquiry) === 'suspected spam';

/**
 * Tells if a reason to suspect spam no longer counts in a status: a response means that the inquiry
 * is none. The store keeps the reason until the next status, in case the response is taken back.
 */
export const refutesSuspicion = (status: Status): boolean => status === 'responded';

export type Transition =
  | { ok: true; state: ReviewState; direction: 'forward' | 'back' }
  | { ok: false; reason: 'unchanged' | 'not-allowed' };

/** Applies a change, or returns why it is refused. */
export function transition(from: ReviewState, change: StatusChange): Transition {
  const stage = getStage(from);
  const target = toStage(change);
  const direction = transitions[stage][target];
  if (!direction) return { ok: false, reason: stage === target ? 'unchanged' : 'not-allowed' };
  const { status } = change;
  if (change.status === 'reviewed') return { ok: true, state: change, direction };
  // An inquiry that becomes new again needs a new review.
  if (status === 'new' || from.qualified === undefined)
    return { ok: true, state: { status }, direction };
  return { ok: true, state: { status, qualified: from.qualified }, direction };
}

/**
 * Lists the statuses that a change can set. A reviewed inquiry can be reviewed again with another
 * judgment.
 */
export const listAllowed = (from: ReviewState): Status[] =>
  statuses.filter((status) => toChanges(status).some((change) => transition(from, change).ok));

/** Returns the changes that set a status. */
function toChanges(status: Status): StatusChange[] {
  if (status !== 'reviewed') return [{ status }];
  return [true, false].map((qualified) => ({ status, qualified }));
}

export function formatReviewState({ status, qualified }: ReviewState): string {
  switch (status) {
    case 'new':
      return 'New';
    case 'reviewed':
      return addJudgment('Reviewed', qualified);
    case 'responded':
      return addJudgment('Responded', qualified);
    case 'declined':
      return 'Declined';
    case 'spam':
      return 'Spam';
  }
}

function addJudgment(label: string, qualified: boolean | undefined): string {
  if (qualified === undefined) return label;
  return `${label}, ${qualified ? 'qualified' : 'not qualified'}`;
}
