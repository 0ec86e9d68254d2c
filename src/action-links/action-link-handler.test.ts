import { Hono } from 'hono';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { failStatement } from '../../tests/fixtures/failing-store.ts';
import { linkPages } from '../../tests/fixtures/link-pages.ts';
import { lockStore } from '../../tests/fixtures/lock-store.ts';
import { createRecordedLog } from '../../tests/fixtures/recorded-log.ts';
import { toBindings } from '../../tests/fixtures/request-bindings.ts';
import { storeInquiry } from '../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { changeStatus } from '../change-inquiry/change-status.ts';
import type { LinkSecrets } from '../config/setting-values.ts';
import { labels, personas } from '../content/fields.ts';
import { firm } from '../content/firm.ts';
import type { BodyRejection } from '../http/request/read-body.ts';
import type { StatusChange } from '../inquiry/status.ts';
import { deleteByIds } from '../store/inquiries/delete-inquiries.ts';
import { listDue } from '../store/inquiries/due-inquiries.ts';
import { readHistory } from '../store/inquiries/read-history.ts';
import { formatTime, toIso } from '../text/format-time.ts';
import { toTeamEnglish } from '../text/locale-options.ts';
import { ActionLinkPage } from '../web/link-page/link-page.tsx';
import type { ActionLinkView } from '../web/link-page/link-view.ts';
import { createActionLinkHandler } from './action-link-handler.ts';
import { createActionLinkSigner } from './signed-links.ts';

const dayMs = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-11-21T12:00:00.000Z');
const publicUrl = 'https://firm.example';
const secrets: LinkSecrets = ['0123456789abcdef'.repeat(2)];

/** Renders the page of a response. */
const show = async (response: Response) =>
  renderToStaticMarkup(
    createElement(ActionLinkPage, { view: (await response.json()) as ActionLinkView }),
  );

async function setUp() {
  const { store, location } = await temporaryStore({ lockWaitMs: 20 });
  const { log, text } = createRecordedLog();
  let now = start;
  const clock = () => now;
  const teamNames = ['Ann', 'Grace', 'Zoë Łuk'];
  const getPages = () => linkPages;
  const changing = { store, clock, destinations: [] };
  const dependencies = { ...changing, teamNames, log, publicUrl, secrets, getPages };
  const app = new Hono().all('/follow-up/*', createActionLinkHandler(dependencies));
  const id = await storeInquiry(store, {}, { at: now });
  const links = createActionLinkSigner(secrets, () => publicUrl)(
    { kind: 'inquiry', inquiryId: id },
    now,
  );
  const pathOf = (action: string) =>
    new URL(links.find((link) => link.action === action)?.url ?? '').pathname;
  const get = async (path: string, headers = {}) => app.request(publicUrl + path, { headers });
  const post = async (
    path: string,
    fields = {},
    headers: Record<string, string> = {},
    rejection?: BodyRejection,
  ) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const request = { method: 'POST', headers: { ...type, origin: publicUrl, ...headers } };
    const body = new URLSearchParams({ by: 'Grace', version: '0', ...fields }).toString();
    return app.request(publicUrl + path, request, toBindings(body, rejection));
  };
  const remove = () =>
    deleteByIds(store, [id], { destinations: [], now: clock(), reason: 'command' });
  return {
    app,
    store,
    clock,
    location,
    id,
    pathOf,
    get,
    post,
    remove,
    history: () => readHistory(store, id),
    wait: (ms: number) => (now += ms),
    logged: text,
  };
}

describe('opening a link', () => {
  it('shows the inquiry, its deadlines in the firm’s time zone, and changes nothing', async () => {
    const { get, pathOf, history } = await setUp();
    const response = await get(pathOf('qualify'));
    expect(response.status).toBe(200);
    const page = await show(response);
    const format = (time: string) => formatTime(toTeamEnglish(firm), Date.parse(time));
    for (const text of [
      'Ada Lovelace, Analytical Engines',
      `The response is then due ${format('2026-11-23T12:00Z')}.`,
      `This link works once, until ${format('2026-12-21T12:00Z')}.`,
      `<dt dir="auto">${labels.persona}</dt><dd dir="auto">${personas.founder}</dd>`,
      `<dt dir="auto">Received</dt><dd dir="auto">${format('2026-11-21T12:00Z')}</dd>`,
      `<dt dir="auto">Review it by</dt><dd dir="auto">${format('2026-11-22T12:00Z')}</dd>`,
    ])
      expect(page).toContain(text);
    expect(await history()).toEqual([]);
  });

  it('is not cached, indexed or sent as a referrer', async () => {
    const { get, post, pathOf } = await setUp();
    const path = pathOf('spam');
    for (const { headers } of [await get(path), await get(`${path}x`), await post(path)])
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'strict-origin',
        'x-robots-tag': 'noindex, nofollow',
      });
  });

  it('with an unsupported method gets 405 and the allowed methods', async () => {
    const { app, pathOf } = await setUp();
    const response = await app.request(publicUrl + pathOf('spam'), { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
  });

  it('with an invalid signature gets 404; that has expired or whose inquiry was deleted gets 410', async () => {
    const { get, post, pathOf, wait, remove, history } = await setUp();
    const expectRefusal = async (path: string, status: number, page: RegExp) => {
      for (const response of [await get(path), await post(path)]) {
        expect(response.status, String(page)).toBe(status);
        expect(await show(response)).toMatch(page);
      }
    };
    const path = pathOf('spam');
    const tampered = path.replace('/spam/', '/respond/');
    const invalid = /This link is no longer valid.*Use the link in a newer email/;
    await expectRefusal(path.slice(0, -3), 404, /This link is invalid.*Open the link in the email/);
    await expectRefusal(tampered, 404, invalid);
    wait(30 * dayMs);
    await expectRefusal(path, 410, /This link has expired/);
    expect(await history()).toEqual([]);
    wait(-dayMs);
    await remove();
    await expectRefusal(path, 410, /This inquiry was deleted/);
    // The page does not reveal if the inquiry exists.
    await expectRefusal(tampered, 404, invalid);
  });

  it('shows an error if the store cannot be read', async () => {
    const { get, pathOf, store, logged } = await setUp();
    await store.close();
    const response = await get(pathOf('spam'));
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toEqual({ state: 'unavailable' });
    expect(logged()).toContain('An action link could not be displayed');
    expect(logged()).not.toContain(pathOf('spam'));
  });

  it('logs a failure 1,000 times in an hour', async () => {
    const { get, post, pathOf, store, logged } = await setUp();
    await store.close();
    for (let nth = 0; nth < 505; nth += 1) {
      expect((await get(pathOf('spam'))).status).toBe(503);
      expect((await post(pathOf('spam'))).status).toBe(503);
    }
    expect(logged().match(/"level":50/g)).toHaveLength(1000);
  });
});

describe('the link for suspected spam', () => {
  async function setUpSuspected(count: number) {
    const setup = await setUp();
    const { store, clock } = setup;
    const submit = (name: string, ageMs: number) => {
      const company = `www.${name}.example`;
      const message = `We are ${name}, and we would like to talk.\nThe second line.`;
      return storeInquiry(store, { company, message }, { at: clock() - ageMs });
    };
    const ids: string[] = [];
    for (let nth = 1; nth <= count; nth += 1) ids.push(await submit(`one${nth}`, -nth));
    const until = toIso(clock() + count);
    const sign = createActionLinkSigner(secrets, () => publicUrl);
    const [link] = sign({ kind: 'suspected', until }, clock());
    const { pathname } = new URL(link?.url ?? '');
    const open = async () => show(await setup.get(pathname));
    const readStatuses = async () => {
      const histories = await Promise.all(ids.map((id) => readHistory(store, id)));
      return histories.map((history) => history.at(-1)?.status);
    };
    return { ...setup, ids, submit, pathname, open, readStatuses };
  }
  const versionOn = (page: string) => /name="version" value="([^"]*)"/.exec(page)?.[1] ?? '';
  const namesOn = (page: string) => page.match(/www\.\w+\.example/g) ?? [];

  it('lists those that it marks, oldest first, with reason, first line and a link "Not spam"', async () => {
    const { submit, wait, open, get, post, pathname, ids, readStatuses } = await setUpSuspected(3);
    wait(60_000);
    await submit('later', 0);
    const page = await open();
    expect(namesOn(page)).toEqual(['www.one1.example', 'www.one2.example', 'www.one3.example']);
    for (const text of [
      ...['Mark these 3 as spam', 'link in the company', 'We are one2, and we would like to talk.'],
      'This link works until',
    ])
      expect(page).toContain(text);
    expect(page).not.toContain('The second line');
    const notSpam = [...page.matchAll(/<a href="([^"]+)">Not spam<\/a>/g)].map(([, path]) => path);
    expect(notSpam).toHaveLength(3);
    const second = await show(await get(notSpam[1] ?? ''));
    expect(second).toMatch(/Mark as not spam.*www\.one2\.example/s);

    expect((await post(pathname, { by: '', version: ids.join() })).status).toBe(422);
    expect((await post(pathname, { version: versionOn(page) })).status).toBe(303);
    expect(await readStatuses()).toEqual(['spam', 'spam', 'spam']);
    expect(await open()).toContain('No suspected spam is left');
    expect((await post(pathname, { version: versionOn(page) })).status).toBe(303);
  });

  it('marks none that its page did not list, and goes on with the next', async () => {
    const { open, post, pathname, readStatuses } = await setUpSuspected(12);
    const first = await open();
    expect(first).toContain('Mark these 10 as spam');
    expect(first).toContain('And 2 more.');
    await post(pathname, { version: versionOn(first) });
    expect((await readStatuses()).slice(8)).toEqual(['spam', 'spam', undefined, undefined]);
    const second = await open();
    expect(namesOn(second)).toEqual(['www.one11.example', 'www.one12.example']);
  });

  it('leaves what a colleague has judged since it was opened', async () => {
    const { store, clock, ids, open, post, pathname, readStatuses } = await setUpSuspected(3);
    const page = await open();
    await changeStatus({ store, clock, destinations: [] }, ids[0] ?? '', { status: 'new' });
    await changeStatus({ store, clock, destinations: [] }, ids[1] ?? '', { status: 'responded' });
    expect((await post(pathname, { version: versionOn(page) })).status).toBe(303);
    expect(await readStatuses()).toEqual(['new', 'responded', 'spam']);
  });

  it('shows its list again, and why, if the page of an earlier version is confirmed', async () => {
    const { open, post, pathname, readStatuses } = await setUpSuspected(2);
    const response = await post(pathname, { version: '2' });
    expect(response.status).toBe(409);
    const page = await show(response);
    expect(page).toContain('This list may have changed since you opened it.');
    expect(page).toContain('Nothing was marked.');
    expect(namesOn(page)).toEqual(namesOn(await open()));
    expect(await readStatuses()).toEqual([undefined, undefined]);
  });

  it('marks no inquiry that it does not lead to', async () => {
    const { id, submit, wait, post, pathname, history, store } = await setUpSuspected(1);
    wait(60_000);
    const later = await submit('later', 0);
    expect((await post(pathname, { version: [id, later].join() })).status).toBe(303);
    expect(await history()).toEqual([]);
    expect(await readHistory(store, later)).toEqual([]);
  });

  it('marks all or none, and keeps the list after a failure', async () => {
    const { store, open, post, pathname, readStatuses } = await setUpSuspected(2);
    const version = versionOn(await open());
    const repair = await failStatement(store, 'update', 'inquiries');
    const failed = await post(pathname, { version });
    expect(failed.status).toBe(503);
    const page = await show(failed);
    expect(page).toContain('Nothing was changed.');
    expect(versionOn(page)).toBe(version);
    await repair();
    expect(await readStatuses()).toEqual([undefined, undefined]);
    await post(pathname, { version });
    expect(await readStatuses()).toEqual(['spam', 'spam']);
  });
});

describe('confirming', () => {
  it('changes the status and redirects to the link, which shows it', async () => {
    const { get, post, pathOf, id, history, logged } = await setUp();
    const path = pathOf('decline');
    // Some mail clients append a sign.
    const response = await post(`${path})`, { by: 'Grace', note: 'Too early.' });
    expect([response.status, response.headers.get('location')]).toEqual([303, path]);
    const at = '2026-11-21T12:00:00.000Z';
    const by = 'Grace (link in an e-mail)';
    expect(await history()).toEqual([{ at, status: 'declined', by, note: 'Too early.' }]);
    const version = await get(path);
    expect(version.status).toBe(200);
    const used = { state: 'used', usedAt: at, inquiry: { status: 'declined' } };
    expect(await version.json()).toMatchObject(used);
    expect(logged()).toContain(id);
    expect(logged()).not.toContain(path.split('/').at(-1));
    expect(logged()).not.toMatch(/Grace|Too early|Lovelace/);
  });

  it('logs a repeat of a confirmation as one', async () => {
    const { post, pathOf, logged } = await setUp();
    for (let press = 0; press < 2; press += 1)
      expect((await post(pathOf('decline'))).status).toBe(303);
    const lines = ['An action link changed an inquiry', 'An action link was confirmed again'];
    expect(logged().match(/An action link [\w ]+/g)).toEqual(lines);
  });

  it('asks who takes an inquiry, suggests the names of the team and in use, and questions others', async () => {
    const { get, post, pathOf } = await setUp();
    const unassigned = await show(await get(pathOf('assign')));
    expect(unassigned).toMatch(/Assign this inquiry.*This inquiry is unassigned\./s);
    const names = ['Ann', 'Grace', 'Zoë Łuk'].map((name) => `<option value="${name}"></option>`);
    expect(unassigned).toContain(`<datalist id="names">${names.join('')}</datalist>`);
    const typed = { assignee: 'An', note: 'Knows her.', version: '' };
    const questioned = await post(pathOf('assign'), typed);
    expect(questioned.status).toBe(409);
    const question = await show(questioned);
    expect(question).toContain('Nobody on the team has used the name An yet.');
    expect(question).toContain('<input type="hidden" name="questioned" value="An"/>');
    expect(question).toContain('Knows her.</textarea>');
    await post(pathOf('assign'), { assignee: 'Ann', version: '' });
    const page = await show(await get(pathOf('assign')));
    expect(page).toContain('This link works until');
    expect(page).toContain('<label for="assignee">Who will take it?</label>');
    expect(page).toMatch(/<input [^>]*list="names"/);
    expect(page).toContain(
      `Grace assigned it to Ann on ${formatTime(toTeamEnglish(firm), start)}.`,
    );
  });

  it('leads to the link that takes back a change that closed the inquiry', async () => {
    const { get, post, pathOf, history } = await setUp();
    await post(pathOf('spam'));
    const late = await show(await post(pathOf('spam'), { by: 'Ben', note: 'Called her.' }));
    expect(late).toMatch(/Marked as spam.*This link was used on.*not saved.*Called her\./);
    const refused = await post(pathOf('respond'), { note: 'Called her.' });
    expect(refused.status).toBe(409);
    expect(await show(refused)).toMatch(/marked as spam.*not saved.*Called her\./);
    const page = await show(await get(pathOf('respond')));
    expect(page).toMatch(/This inquiry is marked as spam.*Current status: <b>Spam<\/b>/);
    for (const text of [late, page]) expect(text).toContain('>Reopen this inquiry</a>');
    const [, reopenPath = ''] = /<a href="([^"]+\/reopen-1\/[^"]+)"/.exec(page) ?? [];
    expect((await post(reopenPath, { version: '1' })).status).toBe(303);
    expect(await history()).toMatchObject([{ status: 'spam' }, { status: 'new' }]);
    expect(await show(await get(reopenPath))).toContain('Reopened');
  });

  const suspected = 'link in the name';
  const qualified = { status: 'reviewed', qualified: true } as const;
  it.each<[string, string | null, StatusChange[]]>([
    ['The status is then “New” again, with its deadline.', null, []],
    ['The status is then “Reviewed, qualified” again, with its deadline.', null, [qualified]],
    ['The status is then “Responded” again.', null, [{ status: 'responded' }]],
    ['The inquiry is then suspected spam again: nothing is due.', suspected, []],
    ['The status is then “New” again, with its deadline.', suspected, [{ status: 'new' }]],
    ['The status is then “Declined” again.', suspected, [{ status: 'declined' }]],
  ])('says what a link "Reopen" restores: %s (%j, %j)', async (effect, suspectedSpam, changes) => {
    const { store, clock, id, get, pathOf } = await setUp();
    await store.db.updateTable('inquiries').set({ suspectedSpam }).execute();
    for (const change of [...changes, { status: 'spam' } as const])
      await changeStatus({ store, clock, destinations: [] }, id, change);
    const page = await show(await get(pathOf('respond')));
    const [, reopenPath = ''] = /<a href="([^"]+\/reopen-\d\/[^"]+)"/.exec(page) ?? [];
    expect(await show(await get(reopenPath))).toContain(
      `This takes back the last change. ${effect} The inquirer is not notified.`,
    );
  });

  it.each(['responded', 'declined', 'spam'] as const)(
    'says of suspected spam that is %s what a link "Reopen" restores',
    async (status) => {
      const { store, clock, id, get, post, pathOf } = await setUp();
      await store.db.updateTable('inquiries').set({ suspectedSpam: suspected }).execute();
      await changeStatus({ store, clock, destinations: [] }, id, { status });
      const page = await show(await get(pathOf('assign')));
      const [, reopenPath = ''] = /<a href="([^"]+\/reopen-1\/[^"]+)"/.exec(page) ?? [];
      expect(await show(await get(reopenPath))).toContain('suspected spam again: nothing is due.');
      await post(reopenPath, { version: '1' });
      expect(await listDue(store)).toEqual([]);
    },
  );

  it('asks who did it, and remembers the name on the pages of links', async () => {
    const { get, post, pathOf, history } = await setUp();
    expect((await get(pathOf('qualify'))).headers.has('set-cookie')).toBe(false);
    // Press each button, as a mail scanner does.
    for (const action of ['qualify', 'spam', 'assign']) {
      const typed = { by: '', note: 'Good fit.' };
      const version = action === 'assign' ? '' : '0';
      const response = await post(pathOf(action), { ...typed, version });
      expect(response.status).toBe(422);
      const errors = { by: 'Please enter a name' };
      expect(await response.json()).toMatchObject({
        state: 'open',
        rejection: { problem: 'invalid', errors },
        values: typed,
      });
      expect(response.headers.has('set-cookie')).toBe(false);
    }
    expect(await history()).toEqual([]);
    const confirmed = await post(pathOf('qualify'), { by: 'Zoë Łuk' });
    const [cookie = '', ...attributes] = confirmed.headers.get('set-cookie')?.split('; ') ?? [];
    expect(attributes.sort().join(' ')).toBe(
      'HttpOnly Max-Age=31536000 Path=/follow-up SameSite=Lax Secure',
    );
    const next = await get(pathOf('assign'), { cookie });
    expect(await show(next)).toMatch(/<input [^>]*name="by"[^>]*value="Zoë Łuk"/);
  });

  it('a status needs a second step if a colleague changed it first', async () => {
    const { post, pathOf, history, wait } = await setUp();
    await post(pathOf('respond'), { by: 'Ben' });
    wait(60_000);
    const late = await post(pathOf('decline'), { note: 'Too early.' });
    expect(late.status).toBe(409);
    const page = await show(late);
    expect(page).toContain(
      `Ben marked it as responded on ${formatTime(toTeamEnglish(firm), start)}.`,
    );
    expect(page).toContain('<input type="hidden" name="version" value="1"/>');
    expect(page).toContain('Too early.</textarea>');
    expect(await history()).toHaveLength(1);
  });

  it('shows all values again if the store is not available, and after an unexpected error', async () => {
    const { post, pathOf, location, history, wait, logged } = await setUp();
    const unlock = await lockStore(location);
    const typed = { by: 'Grace', note: 'Good fit.' };
    const response = await post(pathOf('qualify'), typed);
    const assignment = await post(pathOf('assign'), { assignee: 'Ann', version: 'Bob' });
    await unlock();
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ state: 'unsaved', values: typed });
    expect(await assignment.json()).toMatchObject({ version: 'Bob' });
    expect(await history()).toEqual([]);
    expect(logged()).toContain('An action link confirmation could not be stored');
    expect(logged()).not.toMatch(/Grace|Good fit/);
    expect((await post(pathOf('qualify'), typed)).status).toBe(303);
    wait(Number.NaN);
    const unexpected = await post(pathOf('respond'), typed);
    expect(unexpected.status).toBe(500);
    expect(await unexpected.json()).toMatchObject({ state: 'unsaved', values: typed });
  });

  it.each<[number, string, Record<string, string>, BodyRejection?]>([
    [403, 'Open the link in the email again', { origin: 'https://evil.example' }],
    [415, 'did not come from our form', { 'content-type': 'text/plain' }],
    [413, '"state":"tooLarge"', {}, 'tooLarge'],
    [503, '"state":"unread"', {}, 'overloaded'],
    [400, '"state":"unread"', {}, 'malformed'],
  ])('is rejected with %i: %s, %j', async (status, text, headers, rejection) => {
    const { post, pathOf, history } = await setUp();
    const response = await post(pathOf('spam'), {}, headers, rejection);
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe(status === 503 ? '5' : null);
    expect(await response.text()).toContain(text);
    expect(await history()).toEqual([]);
  });

  it('leads back to the form if the values were not read, also while the store is closed', async () => {
    const { post, pathOf, store, logged } = await setUp();
    await store.close();
    const send = async (rejection: BodyRejection) =>
      show(await post(pathOf('spam'), {}, {}, rejection));
    expect(await send('tooLarge')).toMatch(/Your note is too long.*Go back, shorten the note/);
    const page = await send('overloaded');
    expect(page).toMatch(/did not arrive.*Go back to what you typed, and confirm it again\./);
    expect(page).toMatch(/<a [^>]*href="">Open the form again<\/a>/);
    expect(logged()).toBe('');
  });

  it('keeps all that was typed if a value is too long', async () => {
    const { post, pathOf } = await setUp();
    const typed = { by: 'b'.repeat(300), note: 'n'.repeat(9000), assignee: 'a'.repeat(300) };
    const response = await post(pathOf('assign'), { ...typed, version: '' });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      rejection: {
        errors: { by: expect.stringContaining('Please shorten this from 300') as string },
      },
      values: typed,
    });
  });

  it('keeps the end of a note with line breaks, of which a browser sends two characters', async () => {
    const { post, pathOf, history } = await setUp();
    const note = `${'n\r\n'.repeat(999)}ok`;
    const response = await post(pathOf('qualify'), { note, version: '1' });
    expect(response.status).toBe(409);
    const { version, values } = await response.json();
    expect(values.note).toBe(note);
    expect((await post(pathOf('qualify'), { note: values.note, version })).status).toBe(303);
    expect(await history()).toMatchObject([{ note: note.replaceAll('\r\n', '\n') }]);
  });

  it('accepts the longest texts, and refuses more before it parses them', async () => {
    const { post, pathOf, history } = await setUp();
    const fields = { by: '語'.repeat(80), note: '語'.repeat(2000), assignee: '語'.repeat(100) };
    const tooLarge = await post(pathOf('decline'), { note: '語'.repeat(3000) });
    expect(tooLarge.status).toBe(413);
    expect(await show(tooLarge)).toContain('Your note is too long.');
    expect((await post(pathOf('decline'), fields)).status).toBe(303);
    expect(await history()).toMatchObject([{ note: fields.note }]);
  });

  it('reads the first fields only', async () => {
    const { post, pathOf } = await setUp();
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x${index}`, '']));
    expect((await post(pathOf('decline'), { ...many, note: 'Too early.' })).status).toBe(303);
  });

  it('ignores a remembered name that cannot be read', async () => {
    const { get, pathOf } = await setUp();
    for (const cookie of ['name=%ff', 'name=', 'name', 'surname=Grace', '; ;', 'a=b; name=%'])
      expect((await (await get(pathOf('spam'), { cookie })).json()).values.by).toBeUndefined();
    const others = { cookie: `a=b;name=Grace%20H.; c=${'d'.repeat(5000)}` };
    expect((await (await get(pathOf('spam'), others)).json()).values.by).toBe('Grace H.');
  });
});
