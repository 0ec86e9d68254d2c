import { expect, it } from 'vitest';
import { findRefusal, type LinkAction } from './link-actions.ts';
import {
  formatReviewState,
  type ReviewState,
  stages,
  type StatusChange,
  transition,
  transitions,
} from './status.ts';

const reviewed = { status: 'reviewed', qualified: true } as const;
const unqualified = { status: 'reviewed', qualified: false } as const;
const responded = { status: 'responded', qualified: true } as const;
const spam = { status: 'spam', qualified: true } as const;

const changes: Record<string, StatusChange> = {
  new: { status: 'new' },
  qualified: { status: 'reviewed', qualified: true },
  'not qualified': { status: 'reviewed', qualified: false },
  responded: { status: 'responded' },
  declined: { status: 'declined' },
  spam: { status: 'spam' },
};
const suspected = { status: 'new', suspectedSpam: 'link in the name' } as const;

/** Targets that both links and the command reach, and those that only the command reaches. */
it.each<[ReviewState, string[], string[]]>([
  [{ status: 'new' }, ['qualified', 'not qualified', 'responded', 'declined', 'spam'], []],
  [suspected, ['new', 'qualified', 'not qualified', 'responded', 'declined', 'spam'], []],
  [reviewed, ['not qualified', 'responded', 'declined', 'spam'], []],
  [unqualified, ['responded', 'declined', 'spam'], ['qualified']],
  [{ status: 'responded' }, ['declined', 'spam'], ['qualified', 'not qualified']],
  [{ status: 'declined' }, ['responded', 'spam'], ['qualified', 'not qualified']],
  [{ status: 'spam' }, ['new'], []],
])('allows from %j by links %j, and by the command also %j', (from, byLinks, byCommand) => {
  const reach = (direction: string) =>
    Object.keys(changes).filter((target) => {
      const result = transition(from, changes[target] as StatusChange);
      return result.ok && result.direction === direction;
    });
  expect(reach('forward')).toEqual(byLinks);
  expect(reach('back')).toEqual(byCommand);
});

it.each(stages.filter((stage) => stage !== 'suspected spam'))(
  'the stage "%s" is reached from another, in the rows of `transitions`',
  (target) => {
    const from = stages.filter((stage) => transitions[stage][target] === 'forward');
    expect(from).not.toEqual([]);
  },
);

it.each<[LinkAction, ReviewState, string | undefined]>([
  ['qualify', { status: 'new' }, undefined],
  ['qualify', suspected, undefined],
  ['qualify', reviewed, 'already-updated'],
  // The status closed the inquiry, and an older e-mail must not reopen it.
  ['qualify', unqualified, 'already-updated'],
  ['qualify', responded, 'already-updated'],
  ['respond', unqualified, undefined],
  ['decline', responded, undefined],
  ['not-spam', { status: 'new' }, 'already-updated'],
  ['not-spam', suspected, undefined],
  ['not-spam', spam, undefined],
  ['spam', spam, 'already-updated'],
  ['respond', spam, 'marked-as-spam'],
  ['assign', unqualified, 'closed'],
  ['assign', spam, 'marked-as-spam'],
])('the link %s of %j is refused as %s', (action, from, reason) => {
  expect(findRefusal(action, from)).toBe(reason);
});

it.each<[string, ReviewState, StatusChange, ReviewState | 'unchanged']>([
  ['keeps the qualification', reviewed, { status: 'responded' }, responded],
  ['has none without a review', { status: 'new' }, { status: 'spam' }, { status: 'spam' }],
  ['has none of reopened spam', spam, { status: 'new' }, { status: 'new' }],
  ['corrects the qualification', reviewed, unqualified, unqualified],
  ['refuses the current status', spam, { status: 'spam' }, 'unchanged'],
  ['refuses the current qualification', reviewed, reviewed, 'unchanged'],
])('%s', (_, from, change, expected) => {
  const result = transition(from, change);
  expect(result.ok ? result.state : result.reason).toEqual(expected);
});

it.each<[ReviewState, string]>([
  [{ status: 'new' }, 'New'],
  [reviewed, 'Reviewed, qualified'],
  [{ status: 'responded', qualified: false }, 'Responded, not qualified'],
  [{ status: 'declined', qualified: true }, 'Declined'],
  [spam, 'Spam'],
])('%j is formatted as "%s"', (state, text) => {
  expect(formatReviewState(state)).toBe(text);
});
