import { describe, expect, it } from 'vitest';
import { createActionLinkSigner, verifyActionLink } from './signed-links.ts';

const inquiryId = '01a1fd11-5a89-78ff-b898-08a7c7dde223';
const target = { kind: 'inquiry', inquiryId } as const;
const now = Date.parse('2026-11-21T12:00:00.000Z');
const expiresAt = '2026-12-21T12:00:00.000Z';
const dayMs = 24 * 60 * 60 * 1000;
const secret = 'a secret of at least 32 characters';
const signerOf = (secrets: [string, ...string[]]) =>
  createActionLinkSigner(secrets, () => 'https://firm.example');
const signLinks = signerOf([secret]);

const pathOf = (action: string, secrets: [string, ...string[]] = [secret]) => {
  const links = signerOf(secrets)(target, now);
  return new URL(links.find((link) => link.action === action)?.url ?? '').pathname;
};
const verify = (path: string, at = now) => verifyActionLink([secret], path, at);
const invalid = { state: 'invalidSignature' };

describe('the action links of an e-mail', () => {
  it('are one for each action, at the public URL', () => {
    const links = signLinks(target, now);
    expect(links.map(({ action, label }) => `${action}: ${label}`)).toEqual([
      ...['qualify: Reviewed, qualified', 'assign: Assign', 'decline: Reviewed, declined'],
      ...['respond: Responded', 'spam: Spam', 'not-spam: Not spam'],
    ]);
    expect(links[0]?.url).toMatch(
      /^https:\/\/firm\.example\/follow-up\/01a1fd11-5a89-78ff-b898-08a7c7dde223\/qualify\/[\da-z]{8}\/[\w-]{22}$/,
    );
  });

  it('are one that takes back a change, with the number of the change', () => {
    const changed = { kind: 'change', inquiryId, changeNumber: 12 } as const;
    const [link, ...others] = signLinks(changed, now);
    expect(link).toMatchObject({ action: 'reopen', label: 'Reopen' });
    expect(others).toEqual([]);
    const { pathname: path } = new URL(link?.url ?? '');
    const signed = { target: changed, action: 'reopen', expiresAt };
    expect(verify(path)).toEqual({ state: 'valid', link: signed, path });
    for (const other of ['reopen-13', 'reopen', 'reopen-012', 'spam-12'])
      expect(verify(path.replace('reopen-12', other)), other).toEqual(invalid);
  });

  it('are one for all suspected spam until a time', () => {
    const many = { kind: 'suspected', until: '2026-11-21T12:00:00.000Z' } as const;
    const [link, ...others] = signLinks(many, now);
    expect(others).toEqual([]);
    const { pathname: path } = new URL(link?.url ?? '');
    expect(path).toMatch(/^\/follow-up\/until-mwqcvpc0\/spam-many\/[\da-z]{8}\/[\w-]{22}$/);
    const signed = { target: many, action: 'spam-many', expiresAt };
    expect(verify(path)).toEqual({ state: 'valid', link: signed, path });
  });

  it('never end in a character that mail clients cut off', () => {
    for (let at = now; at < now + 500; at++)
      for (const { url } of signLinks(target, at)) expect(url).toMatch(/[a-zA-Z\d]$/);
  });
});

describe('verifying an action link', () => {
  it('returns the signed content for 30 days', () => {
    const path = pathOf('decline');
    const link = { target, action: 'decline', expiresAt };
    expect(verify(path, now + 30 * dayMs - 1)).toEqual({ state: 'valid', link, path });
    expect(verify(path, now + 30 * dayMs)).toEqual({ state: 'expired' });
  });

  it.each([
    ['01a1fd11', '01a1fd12'],
    ['01a1fd11', '01A1FD11'],
    ['/qualify/', '/spam/'],
    ['/qualify/', '/delete/'],
    [/(?<=qualify.)\w+/, 'zzzzzzzz'],
    [/(?<=qualify.)/, '0'],
    [/[\w-]+$/, (signature: string) => signature.toLowerCase()],
  ])('fails with any other inquiry, action, expiry or signature: %s → %s', (part, other) => {
    const changed = pathOf('qualify').replace(part, other as string);
    expect(verify(changed)).toEqual(invalid);
    expect(verify(changed, now + 31 * dayMs)).toEqual(invalid);
  });

  it.each([
    '.',
    ')',
    '%3E',
    '%20',
    ',%20thanks',
    '/',
    '//',
    '/x',
    '?utm_source=mail',
    'A',
    '/x'.repeat(4000),
  ])('ignores what mail programs and people add to the end: %s', (added) => {
    const path = pathOf('qualify');
    const { pathname } = new URL(path + added, 'https://firm.example');
    expect(verify(pathname)).toEqual(verify(path));
    expect(verify(pathname, now + 31 * dayMs)).toEqual({ state: 'expired' });
  });

  it('tells a link that was cut from one by another secret', () => {
    const path = pathOf('qualify');
    for (let end = path.length - 1; end > '/follow-up'.length; end -= 1)
      expect(verify(path.slice(0, end)), path.slice(0, end)).toEqual({ state: 'incomplete' });
    expect(verify(path.replace(/[^/]+$/, 'é'))).toEqual({ state: 'incomplete' });
  });

  it('ignores other paths', () => {
    expect(verify('/follow-up')).toBeUndefined();
    expect(verify(pathOf('spam').replace('follow-up', 'Follow-up'))).toBeUndefined();
  });
});

it('several secrets sign with the first and verify with any', () => {
  const older = 'the older secret, of 32 characters';
  const newer = 'the newer secret, of 32 characters';
  expect(pathOf('spam', [newer, older])).toBe(pathOf('spam', [newer]));
  const both = (path: string) => verifyActionLink([newer, older], path, now)?.state;
  expect(both(pathOf('spam', [newer]))).toBe('valid');
  expect(both(pathOf('spam', [older]))).toBe('valid');
  expect(both(pathOf('spam', ['one that was never ours, 32 long']))).toBe('invalidSignature');
});
