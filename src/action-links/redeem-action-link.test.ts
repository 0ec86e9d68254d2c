import { describe, expect, it } from 'vitest';
import { failStatement } from '../../tests/fixtures/failing-store.ts';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { submitInquiry } from '../http/contact/submit-inquiry.ts';
import { eraseInquiries } from '../store/inquiries/delete-inquiries.ts';
import { readHistory } from '../store/inquiries/read-history.ts';
import { type Mark, markInquiry } from '../store/inquiries/update-status.ts';
import { StoreUnavailable } from '../store/store-errors.ts';
import type { Remarks } from './confirmation-input.ts';
import { confirmFollowUp } from './redeem-action-link.ts';
import type { SignedLink } from './signed-links.ts';
import { readFollowUp } from './load-action-link-state.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');

async function setUp() {
  const { store } = await temporaryStore();
  let now = noon;
  const clock = () => now;
  const submission = await submitInquiry({ store, clock }, sampleInquiry);
  if (submission.outcome !== 'stored') throw new Error('not stored');
  const { id } = submission;
  const link = (action: SignedLink['action'], expiresAt = '2026-12-21T12:00:00.000Z') => ({
    inquiryId: id,
    action,
    expiresAt,
  });
  return {
    store,
    id,
    link,
    confirm: (of: SignedLink, remarks: Remarks = {}) =>
      confirmFollowUp({ store, clock }, of, remarks),
    look: (at: SignedLink) => readFollowUp(store, at),
    mark: (change: Mark) => markInquiry({ store, clock }, id, change),
    history: () => readHistory(store, id),
    wait: (ms: number) => (now += ms),
  };
}

describe('confirming a link', () => {
  it('marks the inquiry, and keeps who and why', async () => {
    const { link, confirm, look, history } = await setUp();
    expect(await look(link('qualify'))).toMatchObject({ state: 'open', inquiry: sampleInquiry });
    const remarks = { by: 'Grace', note: 'Good fit.' };
    expect(await confirm(link('qualify'), remarks)).toBe('confirmed');
    expect(await history()).toEqual([
      {
        at: '2026-11-21T12:00:00.000Z',
        status: 'reviewed',
        qualified: true,
        by: 'Grace (link in an e-mail)',
        note: 'Good fit.',
      },
    ]);
  });

  it('does what each link says', async () => {
    const standings = [];
    for (const action of ['qualify', 'decline', 'respond', 'spam'] as const) {
      const { link, confirm, history } = await setUp();
      await confirm(link(action));
      standings.push(...(await history()).map(({ status, by }) => [status, by]));
    }
    const by = 'link in an e-mail';
    expect(standings).toEqual([
      ['reviewed', by],
      ['declined', by],
      ['responded', by],
      ['spam', by],
    ]);
  });

  it('uses it up: it says when, where the inquiry stands now, and changes nothing more', async () => {
    const { link, confirm, look, mark, history, wait } = await setUp();
    await confirm(link('respond'));
    wait(1000);
    await mark({ status: 'declined' });
    expect(await look(link('respond'))).toMatchObject({
      state: 'used',
      usedAt: '2026-11-21T12:00:00.000Z',
      inquiry: { status: 'declined' },
    });
    expect(await confirm(link('respond'), { note: 'Again.' })).toBe('used');
    expect(await history()).toHaveLength(2);
  });

  it('leaves the same action of another mail as it is', async () => {
    const { link, confirm, look, mark } = await setUp();
    await confirm(link('spam'));
    await mark({ status: 'new' });
    const later = link('spam', '2026-12-22T12:00:00.000Z');
    expect(await look(later)).toMatchObject({ state: 'open' });
    expect(await confirm(later)).toBe('confirmed');
  });

  it('marks once when it is sent twice at once, with the same answer for both', async () => {
    const { link, confirm, history } = await setUp();
    const remarks = { note: 'Good fit.' };
    const both = [confirm(link('qualify'), remarks), confirm(link('qualify'), remarks)];
    expect(await Promise.all(both)).toEqual(['confirmed', 'confirmed']);
    expect(await history()).toHaveLength(1);
  });

  it('tells one of two colleagues who confirm at once that the link is used', async () => {
    const { link, confirm, history } = await setUp();
    const both = [confirm(link('spam'), { by: 'Ada' }), confirm(link('spam'), { by: 'Bob' })];
    expect((await Promise.all(both)).sort()).toEqual(['confirmed', 'used']);
    expect(await history()).toHaveLength(1);
  });

  it('is refused where the inquiry stands there already, and does not use the link up', async () => {
    const { link, confirm, look, mark, history } = await setUp();
    await mark({ status: 'reviewed', qualified: true });
    expect(await look(link('qualify'))).toMatchObject({ state: 'refused', reason: 'unchanged' });
    expect(await confirm(link('qualify'))).toBe('refused');
    await mark({ status: 'reviewed', qualified: false });
    expect(await confirm(link('qualify'))).toBe('confirmed');
    expect(await history()).toHaveLength(3);
  });

  it('is refused where the action cannot follow', async () => {
    const { link, confirm, look, mark } = await setUp();
    await mark({ status: 'spam' });
    expect(await look(link('respond'))).toMatchObject({ state: 'refused', reason: 'not-allowed' });
    expect(await confirm(link('respond'))).toBe('refused');
  });

  it('says so when the inquiry was erased, also after the link was used', async () => {
    const { store, id, link, confirm, look } = await setUp();
    await confirm(link('qualify'));
    await eraseInquiries(store, [id]);
    expect(await look(link('qualify'))).toEqual({ state: 'erased' });
    expect(await confirm(link('qualify'))).toBe('erased');
    expect(await store.db.selectFrom('usedLinks').selectAll().execute()).toEqual([]);
  });

  it('marks nothing where the use of the link cannot be stored', async () => {
    const { store, link, confirm, look, history } = await setUp();
    const repair = await failStatement(store, 'insert', 'used_links');
    await expect(confirm(link('qualify'))).rejects.toThrow(StoreUnavailable);
    expect(await look(link('qualify'))).toMatchObject({ inquiry: { status: 'new' } });
    expect(await history()).toEqual([]);
    await repair();
    expect(await confirm(link('qualify'))).toBe('confirmed');
  });

  it('throws StoreUnavailable when the store fails', async () => {
    const { store, link, confirm, look } = await setUp();
    await store.close();
    await expect(confirm(link('spam'))).rejects.toThrow(StoreUnavailable);
    await expect(look(link('spam'))).rejects.toThrow(StoreUnavailable);
  });
});
