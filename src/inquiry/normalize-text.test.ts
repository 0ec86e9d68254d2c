import { expect, it } from 'vitest';
import { stripControlChars } from './normalize-text.ts';

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
