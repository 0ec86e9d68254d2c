import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { administrator, firm } from '../../content/firm.ts';
import { mails } from '../../content/mails.ts';
import type { SiteData } from '../../web/site-data.ts';
import type { Representation } from '../negotiate.ts';
import { createPageCache, type SiteBundle } from './page-cache.ts';

const beforeNewYear = Date.parse('2026-12-31T23:58:00-05:00');

const htmlOf = ({ bodies }: Representation) => new TextDecoder().decode(bodies.identity);

const render = vi.fn<SiteBundle['renderer']['render']>();
const renderOutcome = vi.fn<(site: SiteData) => string>();
type LinkRenderer = SiteBundle['renderer']['createActionLinkRenderer'];
const renderActionLink =
  vi.fn<(...options: [...Parameters<ReturnType<LinkRenderer>>, number]) => string>();
const site: SiteBundle = {
  renderer: {
    firm: { ...firm, administrator, mails, serverError: '', timeZone: 'America/New_York' },
    paths: ['/', '/about', '/contact'],
    render,
    describeRetention: (months) => `${months} months`,
    getReceiptTimes: (ms) => [
      ['received', new Date(ms).toISOString()],
      ['by Monday', '6:21 PM'],
      ['within 48 hours', 'opens on Tuesday'],
    ],
    createOutcomeRenderer: async () => renderOutcome,
    renderMetadataFiles: () => ({}),
    linkNotices: ['expired'],
    createActionLinkRenderer:
      ({ site }) =>
      (view) =>
        renderActionLink(view, site.year),
  },
  assets: { scripts: [], getUrls: (modules) => modules, printStyles: '' },
  policy: '',
};
const onError = vi.fn();

/** Renders all pages. `textOf` returns the text of the page at a path. */
async function start() {
  const options = { publicUrl: undefined, clock: () => Date.now() };
  const getPages = await createPageCache(site, options, onError);
  return { getPages, pages: getPages(), textOf: (path: string) => htmlOf(getPages().find(path)) };
}

beforeEach(() => {
  vi.useFakeTimers({ now: beforeNewYear });
  onError.mockReset();
  render.mockReset();
  renderOutcome.mockReset();
  renderOutcome.mockImplementation(({ year, sent, posted }) =>
    JSON.stringify({ year, sent, posted }),
  );
  renderActionLink.mockReset();
  renderActionLink.mockImplementation((view, year) => `${view.state} ${year}`);
  render.mockImplementation(async (path, { site }) => ({
    status: path === '/*' ? 404 : 200,
    html: `${path} ${site.year}`,
  }));
});
afterEach(() => vi.useRealTimers());

describe('finding a page', () => {
  it('ignores the case and percent-encoding of a path, and has a page for unknown ones', async () => {
    const { pages, textOf } = await start();
    for (const path of ['/About', '/%61bout']) expect(textOf(path)).toContain('/about 2026');
    for (const path of ['/abou', '/%', '/about/team'])
      expect(pages.find(path).status, path).toBe(404);
  });

  it('has a page with the times of an inquiry that was sent', async () => {
    const { pages } = await start();
    for (const time of ['2026-11-20T23:21:00.000Z', '2026-10-31T12:00:00.000Z']) {
      const sent = JSON.parse(htmlOf(pages.getReceiptPage(Date.parse(time))));
      expect(sent.sent[0]).toEqual(['received', time]);
    }
  });
});

it('a form with errors has the typed values', async () => {
  const { pages } = await start();
  const form = pages.renderContactForm({ values: { company: 'Northquay' }, errors: {} }, 422);
  expect(form).toMatchObject({ status: 422, headers: { 'cache-control': 'no-store' } });
  expect(htmlOf(form)).toContain('Northquay');
});

describe('the page of an action link', () => {
  it('that shows no inquiry is rendered and compressed once a year', async () => {
    const { getPages } = await start();
    renderActionLink.mockClear();
    const open = () => getPages().renderActionLink({ state: 'expired' }, 410);
    expect(open()).toMatchObject({ status: 410, headers: { 'cache-control': 'no-store' } });
    expect(htmlOf(open())).toBe('expired 2026');
    await vi.waitFor(() => expect(open().bodies.br).toBeDefined());
    expect(renderActionLink).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(180_000);
    await vi.waitFor(() => expect(htmlOf(open())).toBe('expired 2027'));
  });

  it('that shows an inquiry has no ETag, because no cache stores it', async () => {
    const { getPages } = await start();
    const page = getPages().renderActionLink({ state: 'deleted' }, 410);
    expect(page).toMatchObject({ status: 410, hash: undefined });
    expect(htmlOf(page)).toBe('deleted 2026');
  });
});

it.each([
  [0, 0, 0],
  [1, 60, 60],
  [61, 120, 120],
  [3541, 3600, 3600],
  [3601, 7200, 7200],
  [82_801, 999_999, 86_400],
])('a form that was not read is rendered once for %i to %i s', async (one, other, seconds) => {
  const { pages } = await start();
  const posted = { errors: { form: 'tooManyOverall' }, retryAfterSeconds: seconds };
  expect(htmlOf(pages.renderUnreadForm('tooManyOverall', one, 429))).toBe(
    JSON.stringify({ year: 2026, posted }),
  );
  const again = pages.renderUnreadForm('tooManyOverall', other, 503);
  expect([again.status, htmlOf(again)]).toEqual([503, JSON.stringify({ year: 2026, posted })]);
  expect(renderOutcome).toHaveBeenCalledTimes(1);
  pages.renderUnreadForm('tooMany', one, 429);
  expect(renderOutcome).toHaveBeenCalledTimes(2);
});

it('the year changes at New Year in the firm’s time zone, or once the new pages can be rendered', async () => {
  const { textOf } = await start();
  render.mockRejectedValueOnce(new Error('out of memory'));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(onError).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onError).toHaveBeenCalledOnce();
  expect(textOf('/')).toContain('2026');
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(async () => expect(textOf('/')).toContain('2027'));
  expect(textOf('/nowhere')).toContain('2027');
});
