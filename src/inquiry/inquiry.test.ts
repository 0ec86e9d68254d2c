import { describe, expect, it } from 'vitest';
import { longEnough, sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { errors, personas, textErrors } from '../content/fields.ts';
import {
  type Field,
  fieldRecords,
  fundedPersonas,
  labelFields,
  messageMinLength,
  parseInquiry,
} from './inquiry.ts';

type Changes = Partial<Record<Field | 'extra', unknown>>;

const parse = (changes: Changes) => parseInquiry({ ...sampleInquiry, ...changes });

function parseValid(changes: Changes) {
  const parsed = parse(changes);
  if (!parsed.ok) throw new Error(`rejected: ${JSON.stringify(parsed.fields)}`);
  return parsed.inquiry;
}

function parseErrors(changes: Changes) {
  const parsed = parse(changes);
  return parsed.ok ? 'accepted' : parsed.fields;
}

const isEmail = (email: unknown) => parse({ email }).ok;

describe('parseInquiry', () => {
  it('reports every missing field in the order of the form', () => {
    const parsed = parseInquiry({});
    const required = Object.entries(fieldRecords).filter(([, field]) => !field.isOptional);
    expect(Object.keys(parsed.ok ? {} : parsed.fields)).toEqual(required.map(([name]) => name));
  });

  it('treats input other than an object as empty', () => {
    const nothing = parseInquiry({});
    for (const input of [null, 'text', [sampleInquiry], undefined])
      expect(parseInquiry(input), String(input)).toEqual(nothing);
  });

  it('drops unknown fields, and an empty honeypot', () => {
    for (const changes of [{ extra: 'x' }, { honeypot: '' }, { honeypot: undefined }])
      expect(parseValid(changes)).toEqual(sampleInquiry);
    const polluted = JSON.parse(`{"__proto__": ${JSON.stringify(sampleInquiry)}}`);
    expect(parseInquiry(polluted).ok).toBe(false);
  });
});

const long = 'x'.repeat(200);
const { maxLength } = fieldRecords.message;
/** Messages of the minimum length, and one character shorter. */
const shortest = 'x'.repeat(messageMinLength);
const short = 'x'.repeat(messageMinLength - 1);
const written = (length: number, locale = 'en-US') => length.toLocaleString(locale);
const longest = written(maxLength);
const otherPersonas = Object.keys(personas).filter(
  (persona) => !fundedPersonas.some((funded) => funded === persona),
);
const family = '👨‍👩‍👧‍👦';
const invisible = '\0\u0003\u0007\u000e\u001c\u001d\u001f\u001b\u007f\u0096\u009f';
const pasted = `co${invisible}\u0002founder\u001eto\u0085be`;
const funding = { fundingStage: 'Seed', investmentAmount: '$1M' };
const noFunding = { fundingStage: undefined, investmentAmount: undefined };

it.each<[string, Changes, kept?: object]>([
  ['100 UTF-16 units of a name', { firstName: 'x'.repeat(100), lastName: '😀'.repeat(50) }],
  ['200 of others', { company: long, role: long, industry: long }],
  ['200 of funding', { fundingStage: long, investmentAmount: long }],
  ['every script', { firstName: 'Łukasz', lastName: 'محمد بن علی‌رضا', role: 'संस्थापक' }],
  ['joined emoji and letters', { company: `社 ${family}`, industry: 'О́траслей' }],
  [
    `${messageMinLength} characters of a message, trimmed`,
    { message: `  ${shortest}  ` },
    { message: shortest },
  ],
  [`${longest} characters of a message`, { message: 'x'.repeat(maxLength) }],
  ['an emoji as a character of a message', { message: '😀'.repeat(messageMinLength) }],
  ['a joined emoji as several', { message: family.repeat(Math.ceil(messageMinLength / 7)) }],
  ['funding of a founder', { persona: 'founder', ...funding }],
  ['funding of an investor', { persona: 'investor', ...funding }],
  ...otherPersonas.map((persona): [string, Changes, object] => [
    `no funding of the persona ${persona}`,
    { persona, ...funding },
    noFunding,
  ]),
  ...otherPersonas.map((persona): [string, Changes, object] => [
    `no invalid funding of the persona ${persona}`,
    { persona, fundingStage: 7, investmentAmount: 'a\n' },
    noFunding,
  ]),
  ['no empty funding', { fundingStage: ' ', investmentAmount: undefined }, noFunding],
  // As in pasted table cells.
  ['spaces for tabs', { firstName: ' \u00a0Ada\tMaria\t\n' }, { firstName: 'Ada Maria' }],
  // Two control characters that pasted text has for hyphens.
  ['visible text of a paste', { role: pasted }, { role: 'co-founder-to be' }],
  [
    'visible text of a paste in a message',
    { message: `a long${invisible}\u0002term, well\u001eknown owner ${shortest}` },
    { message: `a long-term, well-known owner ${shortest}` },
  ],
  [
    'line ends of a message as one character',
    { message: `one\r\n\ttwo\n\nthree\vfour\ffive\u0085six\r${shortest}` },
    { message: `one\n\ttwo\n\nthree\nfour\nfive\nsix\n${shortest}` },
  ],
  [
    `${longest} characters with such line ends`,
    { message: `${'x\r\n'.repeat(maxLength / 2 - 1)}xx` },
    { message: `${'x\n'.repeat(maxLength / 2 - 1)}xx` },
  ],
  ['text in any white space', { role: `${' '.repeat(65_000)}Owner\n` }, { role: 'Owner' }],
  [`${longest} combining marks`, { message: '\u0301\u0316'.repeat(maxLength / 2) }],
  [
    'no long funding that is invisible',
    { investmentAmount: '\u3164'.repeat(20_000) },
    { investmentAmount: undefined },
  ],
])('keeps %s', (_, changes, kept = changes) => {
  expect(parseValid(changes)).toEqual({ ...sampleInquiry, ...changes, ...kept });
});

const { severalLines: oneLine, tooLong: shorten } = textErrors;
const { fundingStage: notText, persona } = errors;
const tooShort = errors.message(messageMinLength);

it.each<[Partial<Record<Field, string>>, ...values: unknown[]]>([
  [{ firstName: errors.firstName }, '', 7],
  [{ lastName: errors.lastName }, ' \u3000', null],
  [{ email: errors.email }, '', 'ada', undefined],
  [{ company: errors.company }, '\u200b\u2060', {}],
  [{ role: errors.role }, '\u3164', ['Founder']],
  [{ industry: errors.industry }, '\u00ad\ufe0f', true],
  [{ firstName: shorten('101', '100') }, 'x'.repeat(101), `${'😀'.repeat(50)}x`],
  [{ lastName: shorten('101', '100') }, 'x'.repeat(101)],
  [{ company: shorten('201', '200') }, `${long}x`],
  [{ role: shorten('201', '200') }, `${long}x`],
  [{ industry: shorten('201', '200') }, `${long}x`],
  [{ fundingStage: shorten('201', '200') }, `${long}x`],
  [{ investmentAmount: shorten('201', '200') }, `${long}x`],
  [{ email: shorten('255', '254') }, `${'a'.repeat(248)}@b.test`],
  [{ message: shorten(written(maxLength + 1), longest) }, 'x'.repeat(maxLength + 1)],
  [{ firstName: oneLine }, 'Ada\r\nBcc: x@y.example', 'a\ud83d\nb'],
  [{ lastName: oneLine }, 'a\vb'],
  [{ company: oneLine }, 'a\fb'],
  [{ role: oneLine }, 'a\u2028b'],
  [{ industry: oneLine }, 'a\rb'],
  [{ fundingStage: notText }, null],
  [{ investmentAmount: notText }, 5],
  [{ persona }, '', ' founder', 'toString', ['founder']],
  [{ companySize: errors.companySize }, '10'],
  [{ timeline: errors.timeline }, 'soon'],
  [{ message: tooShort }, ` ${short} `, '\u200b'.repeat(20), `${short}\u0007`],
  [{ message: tooShort }, null, undefined, '😀'.repeat(messageMinLength - 1)],
  // Reports only the first of two errors.
  [{ message: tooShort }, '\ud83d'],
  [{ honeypot: errors.honeypot }, 'x', ' ', null, 0, []],
])('refuses %j: %j, with other errors', (error, ...values) => {
  const [field = ''] = Object.keys(error);
  for (const value of values) {
    expect(parseErrors({ [field]: value }), JSON.stringify(value)).toEqual(error);
    const others = { timeline: errors.timeline };
    const found = parseErrors({ timeline: '', [field]: value });
    expect(found, JSON.stringify(value)).toEqual({ ...others, ...error });
  }
});

it.each<[string, Partial<Record<Field, string>>, text: string]>([
  [
    'a long message',
    { message: shorten(written(maxLength + 1000), longest) },
    'x'.repeat(maxLength + 1000),
  ],
  [
    'its line ends as one character',
    { message: shorten(written(maxLength + 1000), longest) },
    `${'x\r\n'.repeat(maxLength / 2 + 499)}xx`,
  ],
  // Keeps each character.
  [
    'a much longer message',
    { message: shorten('64,999', longest) },
    ` ${'x\r\n'.repeat(21_666)}x\n`,
  ],
  ['a line', { role: shorten('60,000', '200') }, '\ud83d'.repeat(60_000)],
  [
    'the marks of an address',
    { email: shorten('48,900', '254') },
    '\u0344'.repeat(32_600) + '\u0316'.repeat(16_300),
  ],
  ['invisible tags', { company: errors.company }, '\u{e0041}'.repeat(20_000)],
  ['control characters', { company: errors.company }, '\u0007'.repeat(20_000)],
  ['an invisible message', { message: tooShort }, '\u3164'.repeat(30_000)],
])('counts %s', (_, error, text) => {
  expect(parseErrors({ [Object.keys(error).join()]: text })).toEqual(error);
});

it.each([
  ['a message', { message: `${longEnough('A story')} \udc00` }],
  ['a first name', { firstName: 'Ada\ud83d' }],
  ['an optional line', { persona: 'founder', fundingStage: '\udc00 Seed' }],
])('says of unpaired surrogates in %s that they cannot be shown', (_, changes) => {
  const name = Object.keys(changes).at(-1) ?? '';
  expect(parseErrors(changes)).toEqual({ [name]: textErrors.unprintable });
});

it('writes numbers in messages as in the language of the locale', () => {
  const length = maxLength + 1000;
  const locale = 'nl-NL';
  const parsed = parseInquiry({ ...sampleInquiry, message: 'x'.repeat(length) }, { locale });
  const error = textErrors.tooLong(written(length, locale), written(maxLength, locale));
  expect(error).toContain('.000');
  expect(parsed).toEqual({ ok: false, fields: { message: error } });
});

describe('the e-mail address', () => {
  const domain = `${'b'.repeat(63)}.${'c'.repeat(63)}`;
  const longestAddress = `${'a'.repeat(64)}@${domain}.${'d'.repeat(61)}`;
  it.each([
    ...['a@b.co', ' a@b.co ', "first.o'last+tag_x@sub-domain.example.org"],
    ...['a@b.co.', 'mailto:a@b.co', 'Ada <a@b.co>', '"Byron, Ada" <mailto:a@b.co>.'],
    ...['a\u200b@b.co\u200b', 'a\0@b.co', 'o’mara@b.co', longestAddress],
    ...['jörg@müller.de', '用户@例子.广告', 'अजय@डाटा.भारत', 'a@xn--bcher-kva.xn--p1ai'],
  ])('may be %j', (email) => {
    expect(isEmail(email)).toBe(true);
  });

  it.each([
    // Without a local part, or without a domain that has a dot.
    ...['a@b', 'b.co', '@b.co', 'a@', 'a@b@c.de', 'a@127.0.0.1'],
    // Misplaced dots and hyphens.
    ...['.a@b.co', 'a.@b.co', 'a..b@c.de', 'a@.b.co', 'a@b..co', 'a@b.co..', 'a@-b.co', 'a@b-.co'],
    // RFC 5321, 4.5.3.1.1, and RFC 1035, 2.3.4.
    ...[`${'a'.repeat(65)}@b.co`, `a@${'b'.repeat(64)}.co`, `a@b.${'c'.repeat(64)}`],
    // Spaces, brackets, lists and line breaks.
    ...['a b@c.de', 'a@b.co,c@d.co', 'a@b.co,;', '(a@b.co', '(a@b.co) (c@d.co)'],
    ...['<a@b.co> <c@d.co>', 'Ada <a@b.co', 'a@b.co\nBcc: c@d.co'],
  ])('cannot be %j', (email) => {
    expect(isEmail(email)).toBe(false);
  });

  it.each([
    ...['mailto:a@b.co', 'mailto:a@b.co?subject=A?b', '<mailto:a@b.co?cc=c@d.co>', 'a@b.co.'],
    ...['Ada <a@b.co>', '"Byron, Ada" <a@b.co>.', '<a@b.co>,', '(a@b.co)', '[a@b.co];'],
    ...['a@b.co,', 'a@b.co;', 'ａ@ｂ．ｃｏ', 'a＠b。co。', '（a@b｡co）'],
  ])('is stored alone of %j', (text) => {
    expect(parseValid({ email: `\u200b ${text} ` }).email).toBe('a@b.co');
  });

  it.each([
    ['mailto:ada%2Bnews@x.org', 'ada+news@x.org'],
    ['mailto:ada%40x.org', 'ada@x.org'],
    ['Ada <MAILTO:ada%2Bnews%40x.org?subject=A%20B>', 'ada+news@x.org'],
    ['mailto:j%C3%B6rg@x.org', 'jörg@x.org'],
    // Typed instead of linked, or not a valid encoding.
    ['ada%2Bnews@x.org', 'ada%2Bnews@x.org'],
    ['mailto:ada%2@x.org', 'ada%2@x.org'],
    ['mailto:ada%E9@x.org', 'ada%E9@x.org'],
  ])('of %j is stored as %j', (text, address) => {
    expect(parseValid({ email: text }).email).toBe(address);
  });

  it.each(['mailto:a@b.co%0ABcc:c@d.co', 'mailto:a@b.co%2Cc@d.co', 'mailto:a%00@b.co%20'])(
    'has no line break, list or control character that %j encodes',
    (text) => {
      const parsed = parseInquiry({ ...sampleInquiry, email: text });
      if (parsed.ok) expect(parsed.inquiry.email).toBe('a@b.co');
      else expect(Object.keys(parsed.fields)).toEqual(['email']);
    },
  );

  it('has a plain apostrophe for one that a phone or word processor typed', () => {
    for (const email of ['o’mara@b.co', 'o‘mara@b.co'])
      expect(parseValid({ email }).email).toBe("o'mara@b.co");
  });

  it('keeps its combining marks, and sorts those of a language', () => {
    const marks = '\u0301\u0316'.repeat(25);
    const { email } = parseValid({ email: `a${marks}@b.co` });
    expect([...email.normalize('NFD')].sort()).toEqual([...`a${marks}@b.co`].sort());
    expect(parseValid({ email: 'e\u0301\u0316@b.co' }).email).toBe(
      'e\u0316\u0301@b.co'.normalize(),
    );
  });
});

describe('an inquiry from before a field', () => {
  const earlier: Partial<typeof sampleInquiry> = { ...sampleInquiry };
  delete earlier.industry;
  delete earlier.timeline;

  it('is valid without it, but not with a wrong value or without others', () => {
    const parse = (changes: object) =>
      parseInquiry({ ...earlier, ...changes }, {}, ['industry', 'timeline', 'fundingStage']);
    expect(parse({})).toEqual({ ok: true, inquiry: earlier });
    expect(parse({ persona: 'other', timeline: 'never', company: undefined })).toEqual({
      ok: false,
      fields: { company: errors.company, timeline: errors.timeline },
    });
    expect(parseInquiry(earlier)).toMatchObject({ ok: false });
  });

  it('is shown without it', () => {
    expect(labelFields(earlier).map(({ label }) => label)).not.toContain(
      fieldRecords.industry.label,
    );
    expect(labelFields(earlier)).toHaveLength(Object.keys(earlier).length);
  });
});
