import { describe, expect, it } from 'vitest';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import {
  companySizes,
  type Field,
  fields,
  labelFields,
  parseInquiry,
  personas,
  timelines,
} from './inquiry.ts';

const parse = (changes: Partial<Record<Field | 'extra', unknown>>) =>
  parseInquiry({ ...sampleInquiry, ...changes });

function parseValid(changes: Partial<Record<Field | 'extra', unknown>>) {
  const parsed = parse(changes);
  if (!parsed.ok) throw new Error(`rejected: ${JSON.stringify(parsed.fields)}`);
  return parsed.inquiry;
}

function parseErrors(changes: Partial<Record<Field, unknown>>) {
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
  it('accepts a complete inquiry unchanged', () => {
    expect(parseInquiry(sampleInquiry)).toEqual({ ok: true, inquiry: sampleInquiry });
  });

  it('reports every missing field in the order of the form', () => {
    const parsed = parseInquiry({});
    const required = Object.entries(fields).filter(([, field]) => !('isOptional' in field));
    expect(Object.keys(parsed.ok ? {} : parsed.fields)).toEqual(required.map(([name]) => name));
  });

  it('treats input other than an object as empty', () => {
    const nothing = parseInquiry({});
    for (const input of [null, 'text', [sampleInquiry], undefined]) {
      expect(parseInquiry(input)).toEqual(nothing);
    }
  });

  it('drops unknown fields', () => {
    expect(parseValid({ extra: 'x' })).toEqual(sampleInquiry);
    const polluted = JSON.parse(`{"__proto__": ${JSON.stringify(sampleInquiry)}}`);
    expect(parseInquiry(polluted).ok).toBe(false);
  });
});

const invisible = '\0\u0003\u0007\u000e\u001c\u001d\u001f\u001b\u007f\u0096\u009f';

describe('single-line text', () => {
  it('is trimmed, and tabs, as in pasted table cells, become spaces', () => {
    expect(parseValid({ firstName: ' \u00a0Ada\tMaria\t\n' }).firstName).toBe('Ada Maria');
  });

  it.each([
    ['firstName', 'First name is required', ['', 7]],
    ['lastName', 'Last name is required', [' \u3000', null]],
    ['company', 'Company is required', ['\u200b\u2060', {}]],
    ['role', 'Role is required', ['\u3164', ['Founder']]],
    ['industry', 'Industry is required', ['\u00ad\ufe0f', true]],
  ])('is required as a text with visible characters: %s', (field, message, others) => {
    for (const other of others)
      expect(parseErrors({ [field]: other })).toEqual({ [field]: message });
  });

  it('has a maximum length in UTF-16 units', () => {
    const tooLong = { firstName: 'Please shorten this from 101 to 100 characters' };
    expect(parseValid({ firstName: 'x'.repeat(100) }).firstName).toHaveLength(100);
    expect(parseErrors({ firstName: 'x'.repeat(101) })).toEqual(tooLong);
    expect(parseValid({ firstName: '😀'.repeat(50) }).firstName).toHaveLength(100);
    expect(parseErrors({ firstName: `${'😀'.repeat(50)}x` })).toEqual(tooLong);
    expect(parse({ lastName: 'x'.repeat(100) }).ok).toBe(true);
    expect(parseErrors({ lastName: 'x'.repeat(101) })).toHaveProperty('lastName');
  });

  it('allows 200 characters for company, role, industry and funding', () => {
    const shorten = 'Please shorten this from 201 to 200 characters';
    const long = 'x'.repeat(200);
    const all = { company: long, role: long, industry: long, fundingStage: long };
    expect(parse({ ...all, investmentAmount: long }).ok).toBe(true);
    for (const field of ['company', 'role', 'industry', 'fundingStage', 'investmentAmount']) {
      expect(parseErrors({ [field]: `${long}x` })).toEqual({ [field]: shorten });
    }
  });

  it('loses invisible control characters of a paste, two of which stand for a hyphen', () => {
    const text = `co${invisible}\u0002founder\u001eto\u0085be`;
    expect(parseValid({ role: text, company: text })).toMatchObject({
      role: 'co-founder-to be',
      company: 'co-founder-to be',
    });
  });

  it('refuses line breaks', () => {
    const oneLine = 'Please keep this to one line of plain text';
    for (const [field, text] of Object.entries({
      firstName: 'Ada\r\nBcc: x@y.example',
      lastName: 'a\vb',
      company: 'a\fb',
      role: 'a\u2028b',
      industry: 'a\rb',
    })) {
      expect(parseErrors({ [field]: text })).toEqual({ [field]: oneLine });
    }
  });

  it('refuses unpaired surrogates', () => {
    expect(parseErrors({ firstName: 'a\ud83d' })).toHaveProperty('firstName');
    expect(parseErrors({ message: 'ten characters \udc00' })).toHaveProperty('message');
  });

  it('accepts every script and emoji', () => {
    const names = { firstName: 'Łukasz', lastName: 'محمد بن علی‌رضا', company: `社 ${family}` };
    expect(parseValid({ ...names, role: 'संस्थापक', industry: 'О́траслей' })).toMatchObject(names);
  });
});

describe('the e-mail address', () => {
  it.each([
    ...['a@b.co', ' a@b.co ', "first.o'last+tag_x@sub-domain.example.org"],
    ...['a@b.co.', 'mailto:a@b.co', 'Ada <a@b.co>', '"Byron, Ada" <mailto:a@b.co>.'],
    ...['a\u200b@b.co\u200b', 'a\0@b.co'],
    ...['jörg@müller.de', '用户@例子.广告', 'अजय@डाटा.भारत', 'a@xn--bcher-kva.xn--p1ai'],
  ])('may be %j', (email) => {
    expect(isEmail(email)).toBe(true);
  });

  it.each([
    // Needs a local part and a domain with a dot.
    ...['a@b', 'b.co', '@b.co', 'a@', 'a@b@c.de'],
    // Misplaced dots and hyphens.
    ...[
      '.a@b.co',
      'a.@b.co',
      'a..b@c.de',
      'a@.b.co',
      'a@b..co',
      'a@b.co..',
      'a@b.co,;',
      'a@-b.co',
      'a@b-.co',
    ],
    'a@127.0.0.1',
    // Spaces, brackets, lists and line breaks.
    ...[
      'a b@c.de',
      'a@b.co,c@d.co',
      '(a@b.co',
      '(a@b.co) (c@d.co)',
      '<a@b.co> <c@d.co>',
      'Ada <a@b.co',
      'a@b.co\nBcc: c@d.co',
    ],
  ])('cannot be %j', (email) => {
    expect(isEmail(email)).toBe(false);
  });

  it('is stored alone', () => {
    for (const pasted of [
      ...['mailto:a@b.co', 'mailto:a@b.co?subject=A?b', '<mailto:a@b.co?cc=c@d.co>', 'a@b.co.'],
      ...['Ada <a@b.co>', '"Byron, Ada" <a@b.co>.', '<a@b.co>,', '(a@b.co)', '[a@b.co];'],
      ...['a@b.co,', 'a@b.co;', 'ａ@ｂ．ｃｏ', 'a＠b。co。', '（a@b｡co）'],
    ])
      expect(parseValid({ email: `\u200b ${pasted} ` }).email).toBe('a@b.co');
  });

  it('has at most 254 characters', () => {
    expect(isEmail(`${'a'.repeat(247)}@b.test`)).toBe(true);
    expect(parseErrors({ email: `${'a'.repeat(248)}@b.test` })).toEqual({
      email: 'Please shorten this from 255 to 254 characters',
    });
  });

  it('is checked in linear time', () => {
    const start = performance.now();
    expect(isEmail(`${'a.'.repeat(30_000)}@`)).toBe(false);
    expect(isEmail(`a@${'a-'.repeat(30_000)}`)).toBe(false);
    expect(isEmail(`a@${'a.'.repeat(30_000)}!`)).toBe(false);
    expect(isEmail(`${'<'.repeat(30_000)}${'.'.repeat(30_000)}`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe('the choices of the form', () => {
  it('refuse unknown values', () => {
    const fields = { persona: 'Please choose what describes you best' };
    for (const persona of ['', ' founder', 'toString', ['founder']]) {
      expect(parseErrors({ persona })).toEqual(fields);
    }
    expect(parseErrors({ companySize: '10' })).toEqual({
      companySize: 'Please choose a company size',
    });
    expect(parseErrors({ timeline: 'soon' })).toEqual({ timeline: 'Please choose a timeline' });
  });
});

describe('the optional block', () => {
  const funding = { fundingStage: 'Seed', investmentAmount: '$1M' };

  it.each([
    ['is kept for a founder', { persona: 'founder', ...funding }, funding],
    ['is kept for an investor', { persona: 'investor', ...funding }, funding],
    ['is dropped for an advisor', { persona: 'advisor', ...funding }, {}],
    ['is dropped for others', { persona: 'other', ...funding }, {}],
    [
      'is dropped for an operator, even if invalid',
      { persona: 'operator', fundingStage: 7, investmentAmount: 'a\n' },
      {},
    ],
    ['may be missing or empty', { fundingStage: ' ', investmentAmount: undefined }, {}],
  ])('%s', (_, changes, kept) => {
    const { fundingStage, investmentAmount } = parseValid(changes);
    expect({ fundingStage, investmentAmount }).toEqual(kept);
  });

  it('refuses other types', () => {
    const message = 'Please enter this as text';
    expect(parseErrors({ fundingStage: null })).toEqual({ fundingStage: message });
    expect(parseErrors({ investmentAmount: 5 })).toEqual({ investmentAmount: message });
  });
});

describe('the message', () => {
  const tooShort = { message: 'Please provide more details (at least 10 characters)' };

  it('has at least 10 characters after trimming', () => {
    expect(parseValid({ message: '  0123456789  ' }).message).toBe('0123456789');
    expect(parseErrors({ message: ' 012345678 ' })).toEqual(tooShort);
    expect(parseErrors({ message: '\u200b'.repeat(20) })).toEqual(tooShort);
    expect(parseErrors({ message: '012345678\u0007' })).toEqual(tooShort);
    expect(parseErrors({ message: '\ud83d' }), 'The first of two errors').toEqual(tooShort);
    expect(parseErrors({ message: null })).toEqual(tooShort);
  });

  it('has at most 5,000 characters', () => {
    expect(parseValid({ message: 'x'.repeat(5000) }).message).toHaveLength(5000);
    expect(parseErrors({ message: 'x'.repeat(5001) })).toEqual({
      message: 'Please shorten this from 5,001 to 5,000 characters',
    });
  });

  it('normalizes line ends, each of which counts as one character', () => {
    const lines = 'one\r\n\ttwo\n\nthree\vfour\ffive\u0085six\rseven';
    const normalized = 'one\n\ttwo\n\nthree\nfour\nfive\nsix\nseven';
    expect(parseValid({ message: lines }).message).toBe(normalized);
    expect(parseValid({ message: `${'x\r\n'.repeat(2499)}xx` }).message).toHaveLength(5000);
  });

  it('loses invisible control characters of a paste, two of which stand for a hyphen', () => {
    const message = `a long${invisible}\u0002term, well\u001eknown owner`;
    expect(parseValid({ message }).message).toBe('a long-term, well-known owner');
  });

  it('counts an emoji as at least one character', () => {
    expect(parseValid({ message: '😀'.repeat(10) }).message).toBe('😀'.repeat(10));
    expect(parseErrors({ message: '😀'.repeat(9) })).toEqual(tooShort);
    expect(parseValid({ message: `${family} ${family}` }).message).toBe(`${family} ${family}`);
  });
});

describe('the honeypot', () => {
  it.each(['', undefined])('may be %j and is not part of the inquiry', (honeypot) => {
    expect(parseValid({ honeypot })).toEqual(sampleInquiry);
  });

  it.each(['x', ' ', null, 0, []])('refuses %j, with the other errors', (honeypot) => {
    expect(parseErrors({ honeypot, firstName: '' })).toEqual({
      firstName: 'First name is required',
      honeypot: 'Bot detected',
    });
  });
});

describe('an inquiry from before a field', () => {
  const earlier: Partial<typeof sampleInquiry> = { ...sampleInquiry };
  delete earlier.industry;
  delete earlier.timeline;

  it('is valid without it, but not with a wrong value or without others', () => {
    const parse = (changes: object) =>
      parseInquiry({ ...earlier, ...changes }, ['industry', 'timeline', 'fundingStage']);
    expect(parse({})).toEqual({ ok: true, inquiry: earlier });
    expect(parse({ persona: 'other', timeline: 'never', company: undefined })).toEqual({
      ok: false,
      fields: { company: 'Company is required', timeline: 'Please choose a timeline' },
    });
    expect(parseInquiry(earlier)).toMatchObject({ ok: false });
  });

  it('is shown without it', () => {
    expect(labelFields(earlier).map(({ label }) => label)).not.toContain('Industry');
    expect(labelFields(earlier)).toHaveLength(Object.keys(earlier).length);
  });
});
