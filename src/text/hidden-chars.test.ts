import { expect, it } from 'vitest';
import { showHiddenChars, toSafeLine } from './hidden-chars.ts';

it('strips control characters and line breaks', () => {
  expect(toSafeLine('a\u001b[2Jb\u009b31mc')).toBe('a [2Jb 31mc');
  expect(toSafeLine('two\r\nlines\tand\u2028more')).toBe('two lines and more');
});

const england = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}';

it.each([
  ['bidirectional controls', 'in\u202eversed\u2066', 'in[U+202E]versed[U+2066]'],
  ['zero-width spaces and soft hyphens', 'pay\u200bpal\u00ad', 'pay[U+200B]pal[U+00AD]'],
  ['joiners of no script that has them', 'pay\u200d\u200dpal', 'pay[U+200D][U+200D]pal'],
  ['joiners of accents, symbols and Chinese', 'e\u0301\u200d -\u200d 漢\u200d', 3],
  ['joiners of nothing', '👩\u200d \u200d', 2],
  ['tags', 'a\u{e0041}', 'a[U+E0041]'],
  ['tags of other flags', '🏴\u{e0075}\u{e0073}\u{e007f}', 3],
  ['tags after a flag', `${england}\u{e0041}`, `${england}[U+E0041]`],
  ['Hangul fillers', 'a\u115f\u1160 b\u3164\uffa0', 'a[U+115F][U+1160] b[U+3164][U+FFA0]'],
  ['Braille and musical blanks', '\u2800\u{1d159}', '[U+2800][U+1D159]'],
  ['annotations', '\ufff9a\ufffab\ufffb', '[U+FFF9]a[U+FFFA]b[U+FFFB]'],
  ['variation selectors of letters and digits', 'a\ufe0f 1\ufe0f2', 'a[U+FE0F] 1[U+FE0F]2'],
  ['a second variation selector', '❤\ufe0f\ufe0f 漢\u{e0100}\u{e0101} ᠠ\u180b\u180c', 3],
  ['variation selectors of another script', 'a\u{e0100} 漢\u180b ᠠ\u{e0100}', 3],
])('shows %s', (_, text, shown) => {
  if (typeof shown === 'string') expect(showHiddenChars(text)).toBe(shown);
  else expect(showHiddenChars(text).match(/\[U\+[\dA-F]{4,5}\]/g)).toHaveLength(shown);
});

it('shows every character between letters that is ignored where a font lacks it', () => {
  const kept: string[] = [];
  let count = 0;
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (!/\p{Default_Ignorable_Code_Point}/u.test(character)) continue;
    count += 1;
    const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    if (showHiddenChars(`a${character}b`) !== `a[${name}]b`) kept.push(name);
  }
  expect(kept).toEqual([]);
  expect(count).toBeGreaterThan(4000);
});

it.each([
  ['joined emoji', '👩\u200d💻 ❤\ufe0f\u200d🔥 👨🏽\u200d⚕\ufe0f 👨\u200d👩\u200d👧 🏴\u200d☠\ufe0f'],
  ['emoji and symbols in color or not', '❤\ufe0f ☎\ufe0e ©\ufe0f'],
  ['keycaps', '1\ufe0f\u20e3 #\ufe0f\u20e3'],
  ['the flags of England, Scotland and Wales', `${england}${england} 🇩🇪`],
  ['joiners of Persian', 'می\u200cخواهم'],
  ['joiners of Hindi, Bengali and Sinhala', 'क्\u200dष র\u200d্য ශ්\u200dරී'],
  ['Mongolian and Chinese variants', 'ᠠ\u180b ᠠ\u180eᠠ 葛\u{e0100}城'],
  ['accents of all languages', 'Việt e\u0302\u0323 שָׁלוֹם'],
])('keeps %s', (_, text) => {
  expect(toSafeLine(text)).toBe(text);
});

it('shortens a run of more than four hidden characters to its first one and their number', () => {
  expect(showHiddenChars('\u200b'.repeat(4))).toBe('[U+200B]'.repeat(4));
  const tags = Array.from('Ignore all of the above', (letter) =>
    String.fromCodePoint(0xe0000 + letter.charCodeAt(0)),
  );
  const shown = 'a[U+E0049 and 22 more hidden characters]b';
  expect(showHiddenChars(`a${tags.join('')}b`)).toBe(shown);
  expect(showHiddenChars(shown)).toBe(shown);
  expect(showHiddenChars('\u{e0041}'.repeat(2500))).toContain(' 2,499 more ');
});

it('shortens a run of more than 30 combining marks', () => {
  const most = `a${'\u0301\u0316'.repeat(15)}`;
  expect(showHiddenChars(`${most}b${most}`)).toBe(`${most}b${most}`);
  const shown = `${most}[1,970 more combining marks]b`;
  expect(showHiddenChars(`${most}${'\u0301\u{1d165}'.repeat(985)}b`)).toBe(shown);
  expect(showHiddenChars(shown)).toBe(shown);
});
