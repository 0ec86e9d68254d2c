import { describe, expect, it } from 'vitest';
import { createActionLinkSigner, verifyActionLink } from './signed-links.ts';

const inquiryId = '01a1fd11-5a89-78ff-b898-08a7c7dde223';
const now = Date.parse('2026-11-21T12:00:00.000Z');
const dayMs = 24 * 60 * 60 * 1000;
const secret = 'a secret of at least 32 characters';
const signLinks = createActionLinkSigner([secret], () => 'https://firm.example');

const pathOf = (action: string, secrets: [string, ...string[]] = [secret]) => {
  const links = createActionLinkSigner(secrets, () => 'https://firm.example')(inquiryId, now);
  const url = links.find((link) => link.action === action)?.url ?? '';
  return new URL(url).pathname;
};
const verify = (path: string, at = now) => verifyActionLink([secret], path, at);

describe('the action links of an e-mail', () => {
  it('are one for each action, at the public URL', () => {
    const links = signLinks(inquiryId, now);
    expect(links.map(({ action, label }) => [action, label])).toEqual([
      ['qualify', 'Reviewed, qualified'],
      ['assign', 'Assign'],
      ['decline', 'Reviewed, declined'],
      ['respond', 'Responded'],
      ['spam', 'Spam'],
      ['not-spam', 'Not spam'],
    ]);
    expect(links[0]?.url).toMatch(
      /^https:\/\/firm\.example\/follow-up\/01a1fd11-5a89-78ff-b898-08a7c7dde223\/qualify\/[\da-z]{8}\/[\w-]{22}$/,
    );
  });

  it('are one that takes back a change, with the number of the change', () => {
    const [link, ...others] = signLinks(inquiryId, now, 12);
    expect(link).toMatchObject({ action: 'reopen', label: 'Reopen' });
    expect(others).toEqual([]);
    const { pathname } = new URL(link?.url ?? '');
    expect(verify(pathname)).toEqual({
      state: 'valid',
      link: { inquiryId, action: 'reopen', change: 12, expiresAt: '2026-12-21T12:00:00.000Z' },
      path: pathname,
    });
    for (const changed of ['reopen-13', 'reopen', 'reopen-012', 'spam-12']) {
      const path = pathname.replace('reopen-12', changed);
      expect(verify(path)).toEqual({ state: 'invalidSignature' });
    }
  });

  it('never end in a character that mail clients cut off', () => {
    for (let at = now; at < now + 500; at++) {
      for (const { url } of signLinks(inquiryId, at)) expect(url).toMatch(/[a-zA-Z\d]$/);
    }
  });
});

describe('verifying an action link', () => {
  it('returns the signed content', () => {
    expect(verify(pathOf('decline'))).toEqual({
      state: 'valid',
      link: { inquiryId, action: 'decline', expiresAt: '2026-12-21T12:00:00.000Z' },
      path: pathOf('decline'),
    });
  });

  it('succeeds for 30 days', () => {
    const path = pathOf('spam');
    expect(verify(path, now + 30 * dayMs - 1)).toMatchObject({ state: 'valid' });
    expect(verify(path, now + 30 * dayMs)).toEqual({ state: 'expired' });
  });

  it('fails with any other inquiry, action, expiry or signature', () => {
    const path = pathOf('qualify');
    const [, , , action = '', expiry = '', signature = ''] = path.split('/');
    for (const changed of [
      path.replace('01a1fd11', '01a1fd12'),
      path.replace('01a1fd11', '01A1FD11'),
      path.replace(action, 'spam'),
      path.replace(action, 'delete'),
      path.replace(expiry, 'zzzzzzzz'),
      path.replace(expiry, `0${expiry}`),
      path.replace(signature, signature.toLowerCase()),
    ]) {
      expect(verify(changed)).toEqual({ state: 'invalidSignature' });
    }
  });

  it('ignores what mail programs and people add to the end', () => {
    const path = pathOf('qualify');
    for (const added of [
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
    ])
      expect(verify(new URL(path + added, 'https://firm.example').pathname)).toEqual(verify(path));
    expect(verify(`${path}A`, now + 31 * dayMs)).toEqual({ state: 'expired' });
  });

  it('tells a link that was cut from one by another secret', () => {
    const path = pathOf('qualify');
    for (let end = path.length - 1; end > '/follow-up'.length; end -= 1)
      expect(verify(path.slice(0, end)), path.slice(0, end)).toEqual({ state: 'incomplete' });
    expect(verify(path.replace(/[^/]+$/, 'é'))).toEqual({ state: 'incomplete' });
  });

  it('reports an invalid signature before the expiry', () => {
    const later = now + 31 * dayMs;
    expect(verify(pathOf('spam').replace('/spam/', '/respond/'), later)).toEqual({
      state: 'invalidSignature',
    });
  });

  it('ignores other paths', () => {
    expect(verify('/follow-up')).toBeUndefined();
    expect(verify(pathOf('spam').replace('follow-up', 'Follow-up'))).toBeUndefined();
  });
});

describe('several secrets', () => {
  const [older, newer] = [
    'the older secret, of 32 characters',
    'the newer secret, of 32 characters',
  ];

  it('sign with the first and verify with any', () => {
    expect(pathOf('spam', [newer, older])).toBe(pathOf('spam', [newer]));
    const both = (path: string) => verifyActionLink([newer, older], path, now)?.state;
    expect(both(pathOf('spam', [newer]))).toBe('valid');
    expect(both(pathOf('spam', [older]))).toBe('valid');
    expect(both(pathOf('spam', ['one that was never ours, 32 long']))).toBe('invalidSignature');
  });
});
