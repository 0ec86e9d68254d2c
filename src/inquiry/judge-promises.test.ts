import { expect, it } from 'vitest';
import { hourMs, toIso } from '../text/format-time.ts';
import { computeDeadline } from './deadlines.ts';
import { getStepOutcome, judgePromises } from './judge-promises.ts';
import { type ReviewState, type StatusChange, transition } from './status.ts';
import type { HistoryEntry } from './stored-inquiry.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');

/** Judges an inquiry five days after its arrival. `changes`: made every 23 hours. */
function judge(changes: StatusChange[]) {
  const receivedAt = '2026-11-16T00:00:00.000Z';
  let state: ReviewState = { status: 'new' };
  const history: HistoryEntry[] = [];
  for (const [index, change] of changes.entries()) {
    const result = transition(state, change);
    if (!result.ok) throw new Error(`The change is refused: ${result.reason}`);
    state = result.state;
    const at = toIso(Date.parse(receivedAt) + (index + 1) * 23 * hourMs);
    history.push({ at, ...state });
  }
  return judgePromises({ ...state, receivedAt, history }, now, () => true);
}

const reviewed = { status: 'reviewed', qualified: true } as const;
const responded = { status: 'responded' } as const;
const mistaken = [{ status: 'spam' }, { status: 'new' }] as const;

it.each<[string, StatusChange[], object]>([
  ['spam as no review', [...mistaken], { review: 'late' }],
  [
    'no response to what is not qualified',
    [{ status: 'reviewed', qualified: false }],
    { review: 'onTime', response: undefined },
  ],
  [
    'no review and response before it was spam',
    [reviewed, responded, ...mistaken],
    { review: 'late', response: undefined },
  ],
  [
    'a response after it was spam',
    [reviewed, ...mistaken, responded],
    { review: 'late', response: 'late' },
  ],
  ['a response in time', [reviewed, responded], { review: 'onTime', response: 'onTime' }],
  ['no response that became a review', [responded, reviewed], { response: 'late' }],
  ['no response that was declined', [responded, { status: 'declined' }], { response: undefined }],
  ['the last of two responses', [responded, reviewed, responded], { response: 'late' }],
])('counts %s', (_, changes, expected) => {
  expect(judge(changes)).toMatchObject(expected);
});

it.each([
  ['2026-11-21T12:00:00.000Z', 0, 'onTime'],
  ['2026-11-21T12:00:00.001Z', 0, 'late'],
  [undefined, 0, 'waiting'],
  [undefined, 1, 'late'],
] as const)('a review at %s, seen %i ms after the deadline, is %s', (doneAt, ms, outcome) => {
  expect(
    getStepOutcome(computeDeadline('review', '2026-11-20T12:00:00.000Z'), doneAt, now + ms),
  ).toBe(outcome);
});

it.each<[string, StatusChange[], string]>([
  ['new', [], 'open'],
  ['qualified', [{ status: 'reviewed', qualified: true }], 'qualified'],
  [
    'qualified and answered',
    [{ status: 'reviewed', qualified: true }, { status: 'responded' }],
    'qualified',
  ],
  ['answered without a review', [{ status: 'responded' }], 'responded'],
  ['not qualified', [{ status: 'reviewed', qualified: false }], 'declined'],
  ['declined', [{ status: 'declined' }], 'declined'],
  ['spam', [{ status: 'spam' }], 'spam'],
])('an inquiry that is %s counts by its outcome', (_, changes, outcome) => {
  expect(judge(changes)).toMatchObject({ outcome });
});
