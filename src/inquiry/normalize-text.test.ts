import { expect, it } from 'vitest';
import { stripControlChars, toStreamSafe } from './normalize-text.ts';

it('strips control characters and line breaks, and shows what hides or reorders text', () => {
  expect(stripControlChars('a\u001b[2Jb\u009b31mc')).toBe('a [2Jb 31mc');
  expect(stripControlChars('two\r\nlines\tand\u2028more')).toBe('two lines and more');
  expect(stripControlChars('in\u202eversed\u2066')).toBe('in[U+202E]versed[U+2066]');
  expect(stripControlChars('pay\u200bpal\u00ad\u200d\u200d.com')).toBe(
    'pay[U+200B]pal[U+00AD][U+200D][U+200D].com',
  );
  // Emoji, and scripts whose letters join.
  const joined = '👩\u200d💻 ❤\ufe0f\u200d🔥 می\u200cخواهم क्\u200dष';
  expect(stripControlChars(joined)).toBe(joined);
});

it('ends a run of 30 characters that normalization sorts', () => {
  const parts = toStreamSafe(`a${'\u0316'.repeat(61)}`).split('\u034f');
  expect(parts.map(({ length }) => length)).toEqual([31, 30, 1]);
  const missed: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    const isSorted = !`\u0345${character}`.normalize('NFKD').startsWith('\u0345');
    if (isSorted && !toStreamSafe(character.repeat(30)).endsWith('\u034f'))
      missed.push(code.toString(16));
  }
  expect(missed).toEqual([]);
});
