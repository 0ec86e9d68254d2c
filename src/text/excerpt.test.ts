import { expect, it } from 'vitest';
import { toExcerpt } from './excerpt.ts';

it.each([
  ['We build boats', 14, 'We build boats'],
  ['We build boats in New England', 24, 'We build boats in New…'],
  ['We build boats', 9, 'We build…'],
  // Never splits a letter with marks or an emoji, also in a script without spaces.
  ['Wir bauen Schiffe', 4, 'Wir…'],
  ['Donaudampfschifffahrt', 6, 'Donau…'],
  ['我们在新英格兰造船', 5, '我们在新…'],
  ['Hi 👩‍🚀👩‍🚀', 5, 'Hi 👩…'],
  ['Hi 🏴󠁧󠁢󠁥󠁮󠁧󠁿🏴󠁧󠁢󠁥󠁮󠁧󠁿', 7, 'Hi 🏴…'],
  ['🚀🚀🚀🚀', 4, '🚀🚀🚀🚀'],
  ['a🚀🚀🚀🚀', 4, 'a🚀🚀…'],
  ['Ships,   and then boats', 9, 'Ships,…'],
  ['one\u0007two three', 8, 'one two…'],
  [`one${'\u0007'.repeat(200)}two`, 8, 'one…'],
])('shortens %j to %i code points: %j', (text, length, excerpt) => {
  expect(toExcerpt(text, length)).toBe(excerpt);
});
