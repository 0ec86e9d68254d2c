import { describe, expect, it } from 'vitest';
import { type Change, type Status, statuses, transition } from './transition.ts';

const changeTo = (status: Status): Change =>
  status === 'reviewed' ? { status, qualified: true } : { status };

const allowedFrom = (from: Status) =>
  statuses.filter((to) => transition({ status: from }, changeTo(to)).ok);

describe('transition', () => {
  it('leads from arrival to a response, or to a decline, or to spam', () => {
    expect(allowedFrom('new')).toEqual(['reviewed', 'responded', 'declined', 'spam']);
    expect(allowedFrom('reviewed')).toEqual(['reviewed', 'responded', 'declined', 'spam']);
  });

  it('leads back to a review, but not to what nobody has seen', () => {
    expect(allowedFrom('responded')).toEqual(['reviewed', 'declined', 'spam']);
    expect(allowedFrom('declined')).toEqual(['reviewed', 'responded', 'spam']);
  });

  it('leads out of spam by way of a new review, whatever was judged before', () => {
    expect(allowedFrom('spam')).toEqual(['new']);
    expect(transition({ status: 'spam', qualified: true }, { status: 'new' })).toEqual({
      ok: true,
      standing: { status: 'new' },
    });
  });

  it('says what is allowed instead', () => {
    expect(transition({ status: 'spam' }, { status: 'responded' })).toEqual({
      ok: false,
      reason: 'not-allowed',
      allowed: ['new'],
    });
  });

  it('refuses what changes nothing', () => {
    const reviewed = { status: 'reviewed', qualified: true } as const;
    expect(transition({ status: 'spam' }, { status: 'spam' })).toMatchObject({
      reason: 'unchanged',
    });
    expect(transition(reviewed, reviewed)).toMatchObject({ reason: 'unchanged' });
    expect(transition(reviewed, { ...reviewed, qualified: false })).toEqual({
      ok: true,
      standing: { status: 'reviewed', qualified: false },
    });
  });

  it('keeps the judgement for what comes after the review', () => {
    const from = { status: 'reviewed', qualified: true } as const;
    expect(transition(from, { status: 'responded' })).toEqual({
      ok: true,
      standing: { status: 'responded', qualified: true },
    });
    expect(transition({ status: 'new' }, { status: 'declined' })).toEqual({
      ok: true,
      standing: { status: 'declined' },
    });
  });

  it('takes nothing of a mark but where the inquiry stands', () => {
    const mark = { status: 'declined', note: 'Not for us.' } as const;
    expect(transition({ status: 'new' }, mark)).toEqual({
      ok: true,
      standing: { status: 'declined' },
    });
  });
});
