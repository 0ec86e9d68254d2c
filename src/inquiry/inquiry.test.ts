import { describe, expect, it } from 'vitest';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { companySizes, type Field, parseInquiry, personas, timelines } from './inquiry.ts';

const parse = (changes: Partial<Record<Field | 'extra', unknown>>) =>
  parseInquiry({ ...sampleInquiry, ...changes });

function accepted(changes: Partial<Record<Field | 'extra', unknown>>) {
  const parsed = parse(changes);
  if (!parsed.ok) throw new Error(`refused: ${JSON.stringify(parsed.fields)}`);
  return parsed.inquiry;
}

function refused(changes: Partial<Record<Field, unknown>>) {
  const parsed = parse(changes);
  if (parsed.ok) throw new Error('accepted');
  return parsed.fields;
}

const isEmail = (email: unknown) => parse({ email }).ok;
const family = '👨‍👩‍👧‍👦';

describe('the choices', () => {
  it('are those of the specification, with their labels', () => {
    expect(personas).toEqual({
      founder: 'Founder / Entrepreneur',
      investor: 'Investor / Capital Allocator',
      operator: 'Operator / Executive',
      advisor: 'Advisor / Consultant',
      other: 'Other',
    });
    expect(Object.keys(companySizes)).toEqual(['1-10', '11-50', '51-200', '201-1000', '1000+']);
    expect(timelines).toEqual({
      immediate: 'Immediate (within 2 weeks)',
      '1-3months': '1-3 months',
      '3-6months': '3-6 months',
      '6-12months': '6-12 months',
      exploratory: 'Just exploring',
    });
  });
});

describe('parseInquiry', () => {
  it('accepts a whole inquiry as it is', () => {
    expect(parseInquiry(sampleInquiry)).toEqual({ ok: true, inquiry: sampleInquiry });
  });

  it('names every missing field with its own message, in the order of the form', () => {
    const parsed = parseInquiry({});
    expect(Object.entries(parsed.ok ? {} : parsed.fields)).toEqual([
      ['firstName', 'First name is required'],
      ['lastName', 'Last name is required'],
      ['email', 'Please enter a valid email address'],
      ['company', 'Company is required'],
      ['role', 'Role is required'],
      ['industry', 'Industry is required'],
      ['persona', 'Please choose what describes you'],
      ['companySize', 'Please choose a company size'],
      ['timeline', 'Please choose a timeline'],
      ['message', 'Please provide more details (at least 10 characters)'],
    ]);
  });

  it('treats anything but an object as an inquiry without fields', () => {
    const nothing = parseInquiry({});
    expect(parseInquiry(null)).toEqual(nothing);
    expect(parseInquiry('text')).toEqual(nothing);
    expect(parseInquiry([sampleInquiry])).toEqual(nothing);
    expect(parseInquiry(undefined)).toEqual(nothing);
  });

  it('drops fields that it does not know', () => {
    expect(accepted({ extra: 'x' })).toEqual(sampleInquiry);
    const polluted = JSON.parse(`{"__proto__": ${JSON.stringify(sampleInquiry)}}`);
    expect(parseInquiry(polluted).ok).toBe(false);
  });
});

describe('text of one line', () => {
  it('is trimmed', () => {
    expect(accepted({ firstName: ' \u00a0Ada Maria\t\n' }).firstName).toBe('Ada Maria');
  });

  it('has a space for each tab, as between the cells of a table that was pasted', () => {
    expect(accepted({ company: 'Northquay\tCold Storage' }).company).toBe('Northquay Cold Storage');
  });

  it('is empty when there is nothing to see in it', () => {
    expect(refused({ firstName: '' })).toEqual({ firstName: 'First name is required' });
    expect(refused({ lastName: ' \u3000' })).toEqual({ lastName: 'Last name is required' });
    expect(refused({ company: '\u200b\u2060' })).toEqual({ company: 'Company is required' });
    expect(refused({ role: '\u3164' })).toEqual({ role: 'Role is required' });
    expect(refused({ industry: '\u00ad\ufe0f' })).toEqual({ industry: 'Industry is required' });
  });

  it('is refused with its own message when it is not text', () => {
    expect(refused({ firstName: 7 })).toEqual({ firstName: 'First name is required' });
    expect(refused({ lastName: null })).toEqual({ lastName: 'Last name is required' });
    expect(refused({ company: {} })).toEqual({ company: 'Company is required' });
    expect(refused({ role: ['Founder'] })).toEqual({ role: 'Role is required' });
    expect(refused({ industry: true })).toEqual({ industry: 'Industry is required' });
  });

  it('is as long as its limit and no longer, in UTF-16 units', () => {
    const tooLong = { firstName: 'Please shorten this to 100 characters' };
    expect(accepted({ firstName: 'x'.repeat(100) }).firstName).toHaveLength(100);
    expect(refused({ firstName: 'x'.repeat(101) })).toEqual(tooLong);
    expect(accepted({ firstName: '😀'.repeat(50) }).firstName).toHaveLength(100);
    expect(refused({ firstName: `${'😀'.repeat(50)}x` })).toEqual(tooLong);
    expect(parse({ lastName: 'x'.repeat(100) }).ok).toBe(true);
    expect(refused({ lastName: 'x'.repeat(101) })).toHaveProperty('lastName');
  });

  it('has 200 characters for company, role, industry and funding', () => {
    const shorten = 'Please shorten this to 200 characters';
    const long = 'x'.repeat(200);
    const all = { company: long, role: long, industry: long, fundingStage: long };
    expect(parse({ ...all, investmentAmount: long }).ok).toBe(true);
    expect(refused({ company: `${long}x` })).toEqual({ company: shorten });
    expect(refused({ role: `${long}x` })).toEqual({ role: shorten });
    expect(refused({ industry: `${long}x` })).toEqual({ industry: shorten });
    expect(refused({ fundingStage: `${long}x` })).toEqual({ fundingStage: shorten });
    expect(refused({ investmentAmount: `${long}x` })).toEqual({ investmentAmount: shorten });
  });

  it('refuses line breaks and other control characters within', () => {
    const oneLine = 'Please keep this to one line of plain text';
    expect(refused({ firstName: 'Ada\r\nBcc: x@y.example' })).toEqual({ firstName: oneLine });
    expect(refused({ lastName: 'a\vb' })).toEqual({ lastName: oneLine });
    expect(refused({ company: 'a\0b' })).toEqual({ company: oneLine });
    expect(refused({ role: 'a\u2028b' })).toEqual({ role: oneLine });
    expect(refused({ industry: 'a\u0085b' })).toEqual({ industry: oneLine });
    expect(refused({ fundingStage: 'a\u001b[2Jb' })).toEqual({ fundingStage: oneLine });
  });

  it('refuses half of a surrogate pair', () => {
    expect(refused({ firstName: 'a\ud83d' })).toHaveProperty('firstName');
    expect(refused({ message: 'ten characters \udc00' })).toHaveProperty('message');
  });

  it('takes every script and emoji', () => {
    const names = { firstName: 'Łukasz', lastName: 'محمد بن علی‌رضا', company: `社 ${family}` };
    expect(accepted({ ...names, role: 'संस्थापक', industry: 'О́траслей' })).toMatchObject(names);
  });
});

describe('the e-mail address', () => {
  it('is a name and a domain with a dot', () => {
    expect(isEmail('a@b.co')).toBe(true);
    expect(isEmail("first.o'last+tag_x@sub-domain.example.org")).toBe(true);
    expect(isEmail('a@b')).toBe(false);
    expect(isEmail('b.co')).toBe(false);
    expect(isEmail('@b.co')).toBe(false);
    expect(isEmail('a@')).toBe(false);
    expect(isEmail('a@b@c.de')).toBe(false);
  });

  it('may be written in any script', () => {
    expect(isEmail('jörg@müller.de')).toBe(true);
    expect(isEmail('用户@例子.广告')).toBe(true);
    expect(isEmail('अजय@डाटा.भारत')).toBe(true);
    expect(isEmail('a@xn--bcher-kva.xn--p1ai')).toBe(true);
  });

  it('has no dot at an end or beside another, and no hyphen at the end of a label', () => {
    expect(isEmail('.a@b.co')).toBe(false);
    expect(isEmail('a.@b.co')).toBe(false);
    expect(isEmail('a..b@c.de')).toBe(false);
    expect(isEmail('a@.b.co')).toBe(false);
    expect(isEmail('a@b..co')).toBe(false);
    expect(isEmail('a@b.co.')).toBe(false);
    expect(isEmail('a@-b.co')).toBe(false);
    expect(isEmail('a@b-.co')).toBe(false);
    expect(isEmail('a@127.0.0.1')).toBe(false);
  });

  it('has no spaces, brackets, lists or control characters', () => {
    expect(isEmail(' a@b.co ')).toBe(true);
    expect(isEmail('a b@c.de')).toBe(false);
    expect(isEmail('a@b.co,c@d.co')).toBe(false);
    expect(isEmail('Ada <a@b.co>')).toBe(false);
    expect(isEmail('a@b.co\nBcc: c@d.co')).toBe(false);
    expect(isEmail('a\0@b.co')).toBe(false);
    expect(isEmail('a\u200b@b.co')).toBe(false);
  });

  it('is at most 254 characters long', () => {
    expect(isEmail(`${'a'.repeat(247)}@b.test`)).toBe(true);
    expect(refused({ email: `${'a'.repeat(248)}@b.test` })).toEqual({
      email: 'Please shorten this to 254 characters',
    });
  });

  it('is checked in little time however it is made', () => {
    const start = performance.now();
    expect(isEmail(`${'a.'.repeat(30_000)}@`)).toBe(false);
    expect(isEmail(`a@${'a-'.repeat(30_000)}`)).toBe(false);
    expect(isEmail(`a@${'a.'.repeat(30_000)}!`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe('the choices of the form', () => {
  it('are refused when they are not among the offered', () => {
    const fields = { persona: 'Please choose what describes you' };
    expect(refused({ persona: '' })).toEqual(fields);
    expect(refused({ persona: ' founder' })).toEqual(fields);
    expect(refused({ persona: 'toString' })).toEqual(fields);
    expect(refused({ persona: ['founder'] })).toEqual(fields);
    expect(refused({ companySize: '10' })).toEqual({ companySize: 'Please choose a company size' });
    expect(refused({ timeline: 'soon' })).toEqual({ timeline: 'Please choose a timeline' });
  });
});

describe('the optional block', () => {
  const funding = { fundingStage: 'Seed', investmentAmount: '$1M' };

  it('is kept for founders and investors', () => {
    expect(accepted({ persona: 'founder', ...funding })).toMatchObject(funding);
    expect(accepted({ persona: 'investor', ...funding })).toMatchObject(funding);
  });

  it('is dropped for everyone else, whatever is in it', () => {
    const dropped = accepted({ persona: 'operator', fundingStage: 7, investmentAmount: 'a\0' });
    expect(dropped).not.toHaveProperty('fundingStage');
    expect(dropped).not.toHaveProperty('investmentAmount');
    expect(accepted({ persona: 'advisor', ...funding })).not.toHaveProperty('fundingStage');
    expect(accepted({ persona: 'other', ...funding })).not.toHaveProperty('fundingStage');
  });

  it('may be left out or left empty', () => {
    const empty = accepted({ fundingStage: ' ', investmentAmount: undefined });
    expect(empty).not.toHaveProperty('fundingStage');
    expect(empty).not.toHaveProperty('investmentAmount');
  });

  it('is refused when it is not text', () => {
    const message = 'Please enter this as text';
    expect(refused({ fundingStage: null })).toEqual({ fundingStage: message });
    expect(refused({ investmentAmount: 5 })).toEqual({ investmentAmount: message });
  });
});

describe('the message', () => {
  const tooShort = { message: 'Please provide more details (at least 10 characters)' };

  it('has at least 10 characters besides the space around it', () => {
    expect(accepted({ message: '  0123456789  ' }).message).toBe('0123456789');
    expect(refused({ message: ' 012345678 ' })).toEqual(tooShort);
    expect(refused({ message: '\u200b'.repeat(20) })).toEqual(tooShort);
    expect(refused({ message: null })).toEqual(tooShort);
  });

  it('has at most 5,000 characters', () => {
    expect(accepted({ message: 'x'.repeat(5000) }).message).toHaveLength(5000);
    expect(refused({ message: 'x'.repeat(5001) })).toEqual({
      message: 'Please shorten this to 5,000 characters',
    });
  });

  it('counts a line break as one character, as the form does', () => {
    expect(accepted({ message: `${'x\r\n'.repeat(2499)}xx` }).message).toHaveLength(5000);
  });

  it('has one kind of line end, whatever program it was pasted from', () => {
    expect(accepted({ message: 'one\r\ntwo\vthree\ffour' }).message).toBe('one\ntwo\nthree\nfour');
  });

  it('keeps its lines and tabs, and no other control character', () => {
    expect(accepted({ message: 'one\r\n\ttwo\n\nthree' }).message).toBe('one\n\ttwo\n\nthree');
    const unfit = { message: 'Please remove characters that cannot be shown' };
    expect(refused({ message: 'bell \u0007 and more' })).toEqual(unfit);
    expect(refused({ message: 'old Mac \r line break' })).toEqual(unfit);
    expect(refused({ message: 'next line \u0085 of a terminal' })).toEqual(unfit);
  });

  it('takes emoji, each at least one character', () => {
    expect(accepted({ message: '😀'.repeat(10) }).message).toBe('😀'.repeat(10));
    expect(refused({ message: '😀'.repeat(9) })).toEqual(tooShort);
    expect(accepted({ message: `${family} ${family}` }).message).toBe(`${family} ${family}`);
  });
});

describe('the honeypot', () => {
  it('may be empty or missing, and is no part of the inquiry', () => {
    expect(accepted({ honeypot: '' })).toEqual(sampleInquiry);
    expect(accepted({ honeypot: undefined })).toEqual(sampleInquiry);
  });

  it('catches whatever else is in it', () => {
    const caught = { honeypot: 'Bot detected' };
    expect(refused({ honeypot: 'x' })).toEqual(caught);
    expect(refused({ honeypot: ' ' })).toEqual(caught);
    expect(refused({ honeypot: null })).toEqual(caught);
    expect(refused({ honeypot: 0 })).toEqual(caught);
    expect(refused({ honeypot: [] })).toEqual(caught);
  });

  it('is told together with what else is wrong', () => {
    expect(refused({ honeypot: 'x', firstName: '' })).toEqual({
      firstName: 'First name is required',
      honeypot: 'Bot detected',
    });
  });
});
