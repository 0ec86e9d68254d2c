import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { administrator, firm } from '../../content/firm.ts';
import { mails } from '../../content/mails.ts';
import type { Representation } from '../negotiate.ts';
import { createPageCache } from './page-cache.ts';
import type { SiteBundle } from './site.ts';

const beforeNewYear = Date.parse('2026-12-31T23:59:00-05:00');

const htmlOf = ({ bodies }: Representation) => new TextDecoder().decode(bodies.identity);

const render = vi.fn<SiteBundle['renderer']['render']>();
const site: SiteBundle = {
  renderer: {
    firm: { ...firm, administrator, mails, timeZone: 'America/New_York' },
    paths: ['/', '/about', '/contact'],
    render,
    renderMetadataFiles: () => ({}),
    renderActionLinkPage: (view) => `${view.state}`,
  },
  assets: { scripts: [] },
  policy: '',
};
const onError = vi.fn();
const start = () =>
  createPageCache(site, { publicUrl: undefined, clock: () => Date.now() }, onError);

beforeEach(() => {
  vi.useFakeTimers({ now: beforeNewYear });
  onError.mockReset();
  render.mockReset();
  render.mockImplementation(async (path, { site }) => ({
    status: path === '/*' ? 404 : 200,
    html: `${path} ${site.year} ${JSON.stringify(site.posted?.values ?? {})} sent: ${site.sent}`,
  }));
});
afterEach(() => vi.useRealTimers());

describe('finding a page', () => {
  it('ignores the case and percent-encoding of the path', async () => {
    const pages = await start();
    expect(htmlOf(pages().find('/About'))).toContain('/about 2026');
    expect(htmlOf(pages().find('/%61bout'))).toContain('/about 2026');
  });

  it('returns the not-found page for unknown paths', async () => {
    const pages = await start();
    expect(pages().find('/abou').status).toBe(404);
    expect(pages().find('/%').status).toBe(404);
    expect(pages().find('/about/team').status).toBe(404);
  });

  it('has a separate confirmation page', async () => {
    const pages = await start();
    const [friday, sunday] = ['2026-11-20T23:21:00.000Z', '2026-10-31T12:00:00.000Z'];
    const confirmation = async (time: string) => htmlOf(pages().getConfirmation(Date.parse(time)));
    expect(await confirmation(friday)).toContain(
      '/contact 2026 {} sent: Fri, Nov 20,6:21 PM EST,Sat, Nov 21,6:21 PM EST,Sun, Nov 22,6:21 PM EST',
    );
    // Hours, also when the clock changes.
    expect(await confirmation(sunday)).toContain(
      'sent: Sat, Oct 31,8:00 AM EDT,Sun, Nov 1,7:00 AM EST,Mon, Nov 2,7:00 AM EST',
    );
    expect(htmlOf(pages().find('/contact'))).toContain('sent: undefined');
  });

  it('maps a path with trailing slashes to its page', async () => {
    const pages = await start();
    expect(pages().removeTrailingSlash('/About/')).toBe('/about');
    expect(pages().removeTrailingSlash('/about//')).toBe('/about');
    expect(pages().removeTrailingSlash('//')).toBe('/');
    for (const path of ['/about', '/', '/nowhere/', '//example.com/'])
      expect(pages().removeTrailingSlash(path), path).toBeUndefined();
  });
});

it('a form with errors has the typed values and is not cached', async () => {
  const pages = await start();
  const page = await pages().renderContactForm(
    { values: { company: 'Northquay' }, errors: {} },
    422,
  );
  expect(page.status).toBe(422);
  expect(page.headers['cache-control']).toBe('no-store');
  expect(htmlOf(page)).toContain('Northquay');
});

it('the page of an action link has its own status', async () => {
  const pages = await start();
  const page = pages().renderActionLink({ state: 'expired' }, 410);
  expect(page.status).toBe(410);
  expect(htmlOf(page)).toBe('expired');
});

describe('the year', () => {
  it('changes on every page at New Year in the firm’s time zone', async () => {
    const pages = await start();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(htmlOf(pages().find('/'))).toContain('2026');
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(async () => expect(htmlOf(pages().find('/'))).toContain('2027'));
    expect(htmlOf(pages().find('/nowhere'))).toContain('2027');
  });

  it('stays the same until the new pages can be rendered', async () => {
    const pages = await start();
    render.mockRejectedValueOnce(new Error('out of memory'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(onError).toHaveBeenCalledOnce();
    expect(htmlOf(pages().find('/'))).toContain('2026');
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(async () => expect(htmlOf(pages().find('/'))).toContain('2027'));
  });
});
