import { describe, expect, it } from 'vitest';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { findInquiry } from './find-inquiry.ts';
import { readHistory } from './read-history.ts';
import { type StatusUpdate, updateStatus } from './update-status.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const hourMs = 60 * 60 * 1000;

async function setUp() {
  const { store } = await temporaryStore();
  const id = await storeInquiry(store, {}, { at: noon });
  const mark = (change: StatusUpdate, hours = 1) =>
    updateStatus({ store, clock: () => noon + hours * hourMs }, id, change);
  return { store, id, mark };
}

describe('updateStatus', () => {
  it('changes only the status', async () => {
    const { store, id, mark } = await setUp();
    const inquiry = {
      id,
      receivedAt: '2026-11-21T12:00:00.000Z',
      status: 'reviewed',
      qualified: true,
      ...sampleInquiry,
    };
    expect(await mark({ status: 'reviewed', qualified: true })).toEqual({
      outcome: 'marked',
      inquiry,
    });
    expect(await findInquiry(store, id)).toEqual({ outcome: 'found', inquiry });
  });

  it('records each change with its time, author and note', async () => {
    const { store, id, mark } = await setUp();
    await mark({ status: 'reviewed', qualified: false, by: 'Grace', note: 'Too early.' }, 1);
    await mark({ status: 'reviewed', qualified: true, by: 'Ada' }, 2);
    await mark({ status: 'responded' }, 3);
    expect(await readHistory(store, id)).toEqual([
      {
        at: '2026-11-21T13:00:00.000Z',
        status: 'reviewed',
        qualified: false,
        by: 'Grace',
        note: 'Too early.',
      },
      { at: '2026-11-21T14:00:00.000Z', status: 'reviewed', qualified: true, by: 'Ada' },
      { at: '2026-11-21T15:00:00.000Z', status: 'responded', qualified: true },
    ]);
  });

  it('reopens spam without its qualification', async () => {
    const { store, id, mark } = await setUp();
    await mark({ status: 'reviewed', qualified: true });
    await mark({ status: 'spam' });
    const marked = await mark({ status: 'new' });
    expect(marked).toMatchObject({ outcome: 'marked', inquiry: { status: 'new' } });
    expect(marked.outcome === 'marked' && 'qualified' in marked.inquiry).toBe(false);
    expect(await readHistory(store, id)).toHaveLength(3);
  });

  it('records no refused change', async () => {
    const { store, id, mark } = await setUp();
    await mark({ status: 'spam' });
    expect(await mark({ status: 'responded' })).toEqual({
      outcome: 'refused',
      reason: 'not-allowed',
      from: 'spam',
      allowed: ['new'],
    });
    expect(await findInquiry(store, id)).toMatchObject({ inquiry: { status: 'spam' } });
    expect(await readHistory(store, id)).toHaveLength(1);
  });

  it('does not change the status if the change cannot be recorded', async () => {
    const { store, id, mark } = await setUp();
    await expect(mark({ status: 'spam', note: '' })).rejects.toThrow(/check constraint/i);
    expect(await findInquiry(store, id)).toMatchObject({ inquiry: { status: 'new' } });
  });

  it('accepts one of two concurrent equal changes', async () => {
    const { store, id, mark } = await setUp();
    const marked = await Promise.all([mark({ status: 'spam' }), mark({ status: 'spam' })]);
    expect(marked.map(({ outcome }) => outcome).sort()).toEqual(['marked', 'refused']);
    expect(await readHistory(store, id)).toHaveLength(1);
  });

  it('reports an unknown id', async () => {
    const { store } = await temporaryStore();
    const id = '01a1fd11-5a89-78ff-b898-08a7c7dde223';
    const marking = updateStatus({ store, clock: () => noon }, id, { status: 'spam' });
    expect(await marking).toEqual({ outcome: 'unknown' });
  });
});
