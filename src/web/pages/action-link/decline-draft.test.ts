import { expect, it } from 'vitest';
import { firm } from '../../../content/firm.ts';
import { maxLengths } from '../../../inquiry/inquiry.ts';
import { createDeclineUrl } from './decline-draft.tsx';

const email = 'ada@analytical.example';

function read(url: string) {
  const [, to = '', query = ''] = /^mailto:([^?]*)\?(.*)$/.exec(url) ?? [];
  // Unlike `URLSearchParams`, mail clients keep a plus sign.
  const parameters = query.split('&').map((one) => one.split('=').map(decodeURIComponent));
  return { to: decodeURIComponent(to), ...Object.fromEntries(parameters) };
}

it('drafts an e-mail that thanks, declines, leaves room for the reason, and is signed', () => {
  const { to, subject, body } = read(createDeclineUrl({ email, firstName: 'Ada' }));
  expect(to).toBe(email);
  expect(subject).toBe(`Your inquiry to ${firm.name}`);
  const lines = body.split('\r\n');
  expect(lines[0]).toBe('Hello Ada,');
  expect(body).toMatch(/Thank you.*will not pursue it.*\[reason\].*Kind regards/s);
  expect(lines.at(-1)).toBe(firm.name);
  expect(body).not.toMatch(/[^\r]\n/);
});

it.each(['Zoë & Co? #1', '100% + “5”', '株式会社', '😀', "O'Brien=/\\"])(
  'keeps %s',
  (firstName) => {
    const url = createDeclineUrl({ email, firstName });
    expect(url).toMatch(/^[\x21-\x7e]+$/);
    expect(read(url)).toMatchObject({
      to: email,
      subject: `Your inquiry to ${firm.name}`,
      body: expect.stringContaining(`Hello ${firstName},\r\n`),
    });
    expect(Object.keys(read(url))).toEqual(['to', 'subject', 'body']);
  },
);

it('encodes an address with the delimiters of a URL', () => {
  const unusual = 'a?cc=b&body=%20#/+@jörg.example';
  const url = createDeclineUrl({ email: unusual, firstName: 'Ada' });
  expect(url.split('?')).toHaveLength(2);
  expect(read(url).to).toBe(unusual);
});

it('removes line breaks and text direction overrides from the name', () => {
  const { body } = read(createDeclineUrl({ email, firstName: 'Ada\r\nBcc: x\u202e' }));
  expect(body).toContain('Hello Ada Bcc: x,\r\n');
});

it('stays short enough for mail clients with the longest name and address', () => {
  const longest = `${'a'.repeat(maxLengths.email - 12)}@one.example`;
  const firstName = '株'.repeat(maxLengths.firstName);
  expect(createDeclineUrl({ email: longest, firstName }).length).toBeLessThanOrEqual(2000);
});
