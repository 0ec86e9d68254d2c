import { describe, expect, it } from 'vitest';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { draftMail } from './email-fallback.tsx';

const to = 'partnerships@example.com';
const draft = (typed: object) => draftMail(to, 'Partnership inquiry', typed);
const read = (href: string) => {
  const { pathname, searchParams } = new URL(href);
  return { to: pathname, subject: searchParams.get('subject'), body: searchParams.get('body') };
};

describe('an e-mail instead of the form', () => {
  it('holds what was typed, each field under its label, choices in words', () => {
    const { href, isShortened } = draft({
      firstName: 'Mara',
      persona: 'investor',
      fundingStage: 'Cold storage',
      message: 'One & two?\nThree = #3, 100%',
    });
    expect(isShortened).toBe(false);
    expect(read(href)).toEqual({
      to,
      subject: 'Partnership inquiry',
      body: [
        'First Name: Mara',
        'Persona: Investor / Capital Allocator',
        'Investment Focus: Cold storage',
        'Message: One & two?',
        'Three = #3, 100%',
      ].join('\r\n'),
    });
  });

  it('says nothing of what was not typed, nor of a choice that there is not', () => {
    expect(read(draft({ role: 'Chair', company: '', persona: 'nobody' }).href).body).toBe(
      'Role: Chair',
    );
  });

  it('says nothing of funding for those who are not asked about it', () => {
    const funding = { fundingStage: 'Seed', investmentAmount: '$2m' };
    expect(read(draft({ role: 'Chair', persona: 'operator', ...funding }).href).body).toBe(
      'Role: Chair\r\nPersona: Operator / Executive',
    );
  });

  it('has spaces and breaks as mail programs read them', () => {
    const { href } = draft({ message: 'a b\r\nc\nd+e' });
    expect(href).toMatch(/body=Message%3A%20a%20b%0D%0Ac%0D%0Ad%2Be$/);
  });

  it('is whole at 2,000 characters, and shortened with a sign beyond', () => {
    const room = 2000 - draft({ message: 'x' }).href.length - encodeURIComponent(' […]').length;
    const whole = draft({ message: 'x'.repeat(room + 1) });
    expect(whole.isShortened).toBe(false);

    const long = draft({ ...sampleInquiry, message: 'x'.repeat(5000) });
    expect(long.isShortened).toBe(true);
    expect(long.href.length).toBeLessThanOrEqual(2000);
    expect(read(long.href).body).toMatch(/xxx \[…\]$/);
  });

  it('never breaks a character in two', () => {
    for (let offset = 0; offset < 12; offset += 1) {
      const { href } = draft({ message: 'x'.repeat(offset) + '👋'.repeat(2500) });
      expect(href.length).toBeLessThanOrEqual(2000);
      expect(read(href).body).toMatch(/👋 \[…\]$/u);
    }
  });
});
