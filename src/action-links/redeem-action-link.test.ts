import { describe, expect, it } from 'vitest';
import { failStatement } from '../../tests/fixtures/failing-store.ts';
import { storeInquiry } from '../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { assignInquiry } from '../change-inquiry/assign-inquiry.ts';
import { changeStatus, type DetailedStatusChange } from '../change-inquiry/change-status.ts';
import type { LinkRefusal, SignedLink } from '../inquiry/link-actions.ts';
import type { ReviewState } from '../inquiry/status.ts';
import { readHistory } from '../store/inquiries/read-history.ts';
import { StoreUnavailable } from '../store/store-errors.ts';
import type { IsoTime } from '../text/format-time.ts';
import type {
  ConfirmationFields,
  LinkState,
  OpenLink,
  Rejection,
} from '../web/link-page/link-state.ts';
import { loadLinkState } from './load-link-state.ts';
import { redeemActionLink } from './redeem-action-link.ts';

const confirmed = { outcome: 'confirmed' };
const repeated = { outcome: 'repeated' };
const rejected = (state: Partial<LinkState>) => ({ outcome: 'rejected', state });
const open = (rejection: Rejection) => rejected({ state: 'open', rejection });
const changed = open({ problem: 'changed' });
const invalid = (errors: Partial<ConfirmationFields>) => open({ problem: 'invalid', errors });
const refused = (reason: LinkRefusal) => ({ state: 'refused', reason }) as const;
const noon = Date.parse('2026-11-21T12:00:00.000Z');

async function setUp(teamNames: string[] = []) {
  const { store } = await temporaryStore();
  let now = noon;
  const clock = () => now;
  const id = await storeInquiry(store, {}, { at: now });
  const link = (action: SignedLink['action'], expiresAt: IsoTime = '2026-12-21T12:00:00.000Z') => ({
    target: { kind: 'inquiry', inquiryId: id } as const,
    action,
    expiresAt,
  });
  /** Returns the link that takes back the change with this number. */
  const reopenLink = (changeNumber: number): SignedLink => ({
    ...link('reopen'),
    target: { kind: 'change', inquiryId: id, changeNumber },
  });
  const load = (signedLink: SignedLink) => loadLinkState(store, signedLink, teamNames);
  /** Confirms what the page shows, unless `version` is older. */
  const redeem = async (
    signedLink: SignedLink,
    fields: Partial<ConfirmationFields> = {},
    version?: string,
    questionedName = '',
  ) => {
    const state = await load(signedLink);
    return redeemActionLink({ store, clock, teamNames, destinations: [] }, signedLink, {
      fields: { by: 'Grace', note: '', assignee: '', ...fields },
      version: version ?? ('version' in state ? state.version : ''),
      questionedName,
    });
  };
  return {
    store,
    clock,
    id,
    link,
    reopenLink,
    load,
    redeem,
    mark: (change: DetailedStatusChange) =>
      changeStatus({ store, clock, destinations: [] }, id, change),
    history: () => readHistory(store, id),
    wait: (ms: number) => (now += ms),
  };
}

const by = 'Grace (link in an e-mail)';

describe('redeeming an action link', () => {
  it('ends a suspicion, unless somebody judged the inquiry before', async () => {
    const { store, link, redeem, load, history } = await setUp();
    await store.db.updateTable('inquiries').set({ suspectedSpam: 'link in the name' }).execute();
    expect(await load(link('not-spam'))).toMatchObject({ state: 'open' });
    expect(await redeem(link('not-spam'))).toEqual(confirmed);
    expect(await load(link('not-spam'))).toMatchObject({ state: 'used' });
    expect(await history()).toMatchObject([{ status: 'new', by }]);

    const later = link('not-spam', '2026-12-22T12:00:00.000Z');
    expect(await load(later)).toMatchObject(refused('already-updated'));
    await redeem(link('qualify'));
    expect(await load(later)).toMatchObject(refused('already-updated'));
    expect(await redeem(later)).toMatchObject(rejected(refused('already-updated')));
  });

  it('changes nothing that a colleague has judged since, even if the status is the same again', async () => {
    const { store, link, reopenLink, redeem, load, history } = await setUp();
    await store.db.updateTable('inquiries').set({ suspectedSpam: 'link in the name' }).execute();
    const suspected = await load(link('spam'));
    const { version: suspectedAs } = suspected as OpenLink;
    await redeem(link('not-spam'));
    expect(await redeem(link('spam'), {}, suspectedAs)).toMatchObject(changed);

    const { version: newAs } = (await load(link('qualify'))) as OpenLink;
    await redeem(link('decline'));
    await redeem(reopenLink(2));
    expect(await redeem(link('qualify'), {}, newAs)).toMatchObject(changed);
    expect(await history()).toHaveLength(3);
  });

  it('works once, and then shows when and the current status; that of another e-mail works', async () => {
    const { link, redeem, load, mark, history, wait } = await setUp();
    await redeem(link('respond'));
    wait(1000);
    await mark({ status: 'declined' });
    const used = { state: 'used', usedAt: '2026-11-21T12:00:00.000Z' };
    expect(await load(link('respond'))).toMatchObject({ ...used, inquiry: { status: 'declined' } });
    expect(await redeem(link('respond'), { note: 'Again.' })).toMatchObject(
      rejected({ state: 'used' }),
    );
    expect(await history()).toHaveLength(2);
    const later = link('respond', '2026-12-22T12:00:00.000Z');
    expect(await load(later)).toMatchObject({ state: 'open' });
    expect(await redeem(later)).toEqual(confirmed);
  });

  it.each([
    ['repeated', 'one colleague who confirms twice', ['Ada', 'Ada']],
    ['used', 'one of two colleagues who confirm', ['Ada', 'Bob']],
  ])('changes the status once, and is "%s" for %s at once', async (second, _, names) => {
    const { link, redeem, history } = await setUp();
    const results = await Promise.all(names.map((by) => redeem(link('spam'), { by })));
    const outcomes = results.map((result) =>
      result.outcome === 'rejected' ? result.state.state : result.outcome,
    );
    expect(outcomes.sort()).toEqual(['confirmed', second]);
    expect(await history()).toHaveLength(1);
  });

  // Imported inquiries, without a history.
  it.each([
    ['qualify', 'reviewed', 'already-updated'],
    ['qualify', 'responded', 'already-updated'],
    ['qualify', 'declined', 'already-updated'],
    ['respond', 'spam', 'marked-as-spam'],
    ['assign', 'responded', 'closed'],
    ['assign', 'spam', 'marked-as-spam'],
  ] as const)('is refused to %s if the inquiry is %s', async (action, status, reason) => {
    const { store, link, redeem, load, history } = await setUp();
    const qualified = status === 'reviewed' ? 1 : null;
    await store.db.updateTable('inquiries').set({ status, qualified }).execute();
    expect(await redeem(link(action), { assignee: 'Ann' })).toMatchObject(
      rejected(refused(reason)),
    );
    expect(await load(link(action))).toMatchObject(refused(reason));
    expect(await history()).toEqual([]);
  });

  const qualified = { status: 'reviewed', qualified: true } as const;
  it.each<[DetailedStatusChange[], DetailedStatusChange, ReviewState]>([
    [[], { status: 'responded' }, { status: 'new' }],
    [[], { status: 'spam' }, { status: 'new' }],
    [[qualified], { status: 'declined' }, qualified],
    [[{ status: 'responded' }], { status: 'spam' }, { status: 'responded' }],
  ])('takes back a change to the state before it: %j, %j → %j', async (before, change, state) => {
    const { reopenLink, redeem, load, mark, history } = await setUp();
    for (const earlier of before) await mark(earlier);
    await mark({ ...change, by: 'Ada', note: 'Mistaken.' });
    const reopen = reopenLink(before.length + 1);
    expect(await load(reopen)).toMatchObject({
      state: 'open',
      step: { kind: 'reopen', before: state },
    });
    expect(await redeem(reopen)).toEqual(confirmed);
    expect((await history()).at(-1)).toEqual({ at: expect.any(String), by, ...state });
    expect(await load(reopen)).toMatchObject({ state: 'used', inquiry: state });
    expect(await redeem(reopen)).toEqual(repeated);
    expect(await redeem(reopen, { by: 'Bob' })).toMatchObject(rejected({ state: 'used' }));
    expect(await history()).toHaveLength(before.length + 2);
  });

  it('takes back each of two changes that closed the inquiry, by links that expire at once', async () => {
    const { reopenLink, redeem, load, mark, history } = await setUp();
    await mark({ status: 'spam' });
    expect(await redeem(reopenLink(1))).toEqual(confirmed);
    await mark({ status: 'declined' });
    expect(await load(reopenLink(3))).toMatchObject({ state: 'open' });
    expect(await redeem(reopenLink(3))).toEqual(confirmed);
    expect(await load(reopenLink(3))).toMatchObject({ state: 'used' });
    expect(await load(reopenLink(1))).toMatchObject({ state: 'used' });
    expect(await history()).toHaveLength(4);
  });

  it.each(['responded', 'declined', 'spam'] as const)(
    'takes a suspicion back with the change to %s, and a judgment ends it',
    async (status) => {
      const { store, link, reopenLink, redeem, load, mark } = await setUp();
      const suspectedSpam = 'link in the name';
      await store.db.updateTable('inquiries').set({ suspectedSpam }).execute();
      await mark({ status });
      await redeem(reopenLink(1));
      expect(await load(link('qualify'))).toMatchObject({ inquiry: { suspectedSpam } });
      await redeem(link('qualify'));
      const { inquiry } = (await load(link('respond'))) as OpenLink;
      expect(inquiry).not.toHaveProperty('suspectedSpam');
    },
  );

  it('takes back no change that is not the last one', async () => {
    const { link, reopenLink, redeem, load, mark, history } = await setUp();
    await mark({ status: 'reviewed', qualified: true });
    const reviewed = reopenLink(1);
    expect(await redeem(reopenLink(2))).toMatchObject(rejected(refused('already-updated')));
    await redeem(link('assign'), { assignee: 'Ann' });
    expect(await load(reviewed)).toMatchObject({
      step: { kind: 'reopen', before: { status: 'new' } },
    });
    await mark({ status: 'responded' });
    expect(await load(reviewed)).toMatchObject(refused('already-updated'));
    expect(await redeem(reviewed)).toMatchObject(rejected(refused('already-updated')));
    expect(await history()).toHaveLength(3);
  });

  it('assigns the inquiry to one of two colleagues who confirm at once, and tells the other', async () => {
    const { link, redeem, load, history } = await setUp();
    const nobody = '';
    const results = await Promise.all([
      redeem(link('assign'), { assignee: 'Ada' }, nobody),
      redeem(link('assign', '2026-12-22T12:00:00.000Z'), { assignee: 'Bob' }, nobody),
    ]);
    expect(results).toContainEqual(confirmed);
    expect(results).toContainEqual({
      outcome: 'rejected',
      state: expect.objectContaining(changed.state),
    });
    const assignee = results[0].outcome === 'confirmed' ? 'Ada' : 'Bob';
    expect(await load(link('assign'))).toMatchObject({ state: 'open', inquiry: { assignee } });
    expect(await history()).toMatchObject([{ assignee, by }]);
  });

  it('reassigns the inquiry from the colleague whom the page showed, as often as people do', async () => {
    const { store, clock, link, redeem, load, mark, history } = await setUp();
    const assign = (assignee: string, version: string) =>
      redeem(link('assign'), { assignee }, version);
    const other = await storeInquiry(store, {}, { at: noon });
    await assignInquiry({ store, clock, destinations: [] }, other, { assignee: 'Ann' });
    expect(await load(link('assign'))).toMatchObject({ step: { assignees: ['Ann'] } });
    expect(await assign('Ann', 'Bob')).toMatchObject(changed);
    expect(await assign(' Ann ', '')).toEqual(confirmed);
    // Repeat the same confirmation.
    expect(await assign('Ann', '')).toEqual(repeated);
    await mark({ status: 'reviewed', qualified: true });
    expect(await assign('Bob', 'Ann')).toEqual(confirmed);
    const late = await assign('Grace', 'Ann');
    expect(late).toMatchObject(changed);
    expect(late).toMatchObject({ state: { lastChange: { assignee: 'Bob' } } });
    expect(await assign('Grace', 'Bob')).toEqual(confirmed);
    // Names that are no longer in use are not suggested.
    await assignInquiry({ store, clock, destinations: [] }, other, { assignee: 'Grace ' });
    const inquiry = { assignee: 'Grace' };
    expect(await load(link('assign'))).toMatchObject({ inquiry, step: { assignees: ['Grace'] } });
    const names = (await history()).map(({ assignee }) => assignee);
    expect(names).toEqual(['Ann', undefined, 'Bob', 'Grace']);
  });

  it('assigns the inquiry with a note, and loses none for an assignee who has it already', async () => {
    const { link, redeem, history, wait } = await setUp();
    const assign = (note: string, version: string) =>
      redeem(link('assign'), { assignee: 'Ann', note }, version);
    expect(await assign(' Knows her. ', '')).toEqual(confirmed);
    expect(await history()).toMatchObject([{ assignee: 'Ann', by, note: 'Knows her.' }]);
    wait(1000);
    expect(await assign('Knows her.', '')).toEqual(repeated);
    const problem = { assignee: 'Ann has this inquiry already' };
    for (const version of ['', 'Ann'])
      expect(await assign('Please call today.', version)).toMatchObject(invalid(problem));
    expect(await history()).toHaveLength(1);
  });

  it('shows hidden characters in the name of an assignee who has it already', async () => {
    const { link, redeem } = await setUp();
    const assign = (note: string) => redeem(link('assign'), { assignee: 'Gra\u00ADce', note });
    expect(await assign('')).toEqual(confirmed);
    const problem = { assignee: 'Gra[U+00AD]ce has this inquiry already' };
    expect(await assign('Call her.')).toMatchObject(invalid(problem));
  });

  it('suggests the names of the team, and questions another one once', async () => {
    const { link, redeem, load, history } = await setUp(['Ann Alder', 'Ben Birch']);
    const step = { assignees: ['Ann Alder', 'Ben Birch'] };
    expect(await load(link('assign'))).toMatchObject({ step });
    const unknown = open({ problem: 'unknown-name', name: 'Ann Adler' });
    const assign = (assignee: string, version: string, questioned: string) =>
      redeem(link('assign'), { assignee }, version, questioned);
    expect(await assign('Ann Adler', '', '')).toMatchObject(unknown);
    expect(await assign('Ann Adler', '', 'Ben Brich')).toMatchObject(unknown);
    expect(await history()).toEqual([]);
    expect(await assign('Ann Adler', '', 'Ann Adler')).toEqual(confirmed);
    expect(await assign('ben birch', 'Ann Adler', '')).toEqual(confirmed);
    expect(await history()).toMatchObject([{ assignee: 'Ann Adler' }, { assignee: 'Ben Birch' }]);
  });

  it.each([
    ['of the team', ['Ada Hale']],
    ['in use, without names of the team', []],
  ])('assigns to a name %s, however it is typed, and once', async (_, teamNames) => {
    const { store, clock, link, redeem, load, history } = await setUp(teamNames);
    const other = await storeInquiry(store, {}, { at: noon });
    await assignInquiry({ store, clock, destinations: [] }, other, {
      assignee: 'Ada Hale',
      teamNames,
    });
    const assign = (assignee: string, note = '') => redeem(link('assign'), { assignee, note });
    expect(await assign('ada hale')).toEqual(confirmed);
    for (const typed of ['Ada Hale', 'ADA HALE']) {
      expect(await assign(typed)).toEqual(repeated);
      const error = { assignee: 'Ada Hale has this inquiry already' };
      expect(await assign(typed, 'Call her.')).toMatchObject(invalid(error));
    }
    expect(await history()).toMatchObject([{ assignee: 'Ada Hale', by }]);
    expect(await load(link('assign'))).toMatchObject({ step: { assignees: ['Ada Hale'] } });
  });

  it('suggests a name once that earlier assignments spelled in two ways', async () => {
    const { store, id, link, load } = await setUp(['Ada Hale']);
    const other = await storeInquiry(store, {}, { at: noon });
    for (const [one, assignee] of [
      [id, 'ada hale'],
      [other, 'ADA HALE'],
    ] as const)
      await store.db.updateTable('inquiries').set({ assignee }).where('id', '=', one).execute();
    expect(await load(link('assign'))).toMatchObject({ step: { assignees: ['Ada Hale'] } });
  });

  it('works again as the page shows what a colleague changed, but not an assignment', async () => {
    const { link, redeem, mark } = await setUp();
    await redeem(link('respond'), {}, '0');
    expect(await redeem(link('decline'), {}, '0')).toMatchObject(changed);
    expect(await redeem(link('decline'), {}, '1')).toEqual(confirmed);
    // An assignment does not count as a change of the status, and vice versa.
    await mark({ status: 'reviewed', qualified: true });
    await redeem(link('assign'), { assignee: 'Ann' }, '');
    expect(await redeem(link('spam'), {}, '3')).toEqual(confirmed);
  });

  it('normalizes the fields', async () => {
    const { link, redeem, history } = await setUp();
    // Browsers submit a line break as two characters.
    const note = `${'x'.repeat(1000)}\r\n${'x'.repeat(999)} `;
    const name = 'y'.repeat(80);
    await redeem(link('decline'), { by: ` ${name} `, note });
    const stored = { by: `${name} (link in an e-mail)`, note: note.replace('\r', '').trim() };
    expect(await history()).toMatchObject([stored]);
    await redeem(link('respond'), { note: '\r\n' });
    expect((await history())[1]).not.toHaveProperty('note');
  });

  it('is rejected with fields that are too long, odd or seem empty', async () => {
    const { link, redeem, history } = await setUp();
    const errors = {
      by: 'Please shorten this from 81 to 80 characters',
      note: 'Please shorten this from 2,001 to 2,000 characters',
    };
    const long = { by: 'x'.repeat(81), note: 'x'.repeat(2001) };
    expect(await redeem(link('decline'), long)).toMatchObject(invalid(errors));
    const oddErrors = {
      by: 'Please keep this to one line of plain text',
      note: 'Please remove characters that cannot be shown',
    };
    const odd = { by: 'Grace\nHopper', note: '\ud83d' };
    expect(await redeem(link('decline'), odd)).toMatchObject(invalid(oddErrors));
    const missing = { by: 'Please enter a name', assignee: 'Please enter a name' };
    const empty = { by: '', assignee: '\u200b' };
    expect(await redeem(link('assign'), empty)).toMatchObject(invalid(missing));
    expect(await history()).toEqual([]);
  });

  it('changes no status if the redemption cannot be stored', async () => {
    const { store, link, redeem, load, history } = await setUp();
    const repair = await failStatement(store, 'insert', 'used_links');
    await expect(redeem(link('qualify'))).rejects.toThrow(StoreUnavailable);
    expect(await load(link('qualify'))).toMatchObject({ inquiry: { status: 'new' } });
    expect(await history()).toEqual([]);
    await repair();
    expect(await redeem(link('qualify'))).toEqual(confirmed);
  });
});
