import { expect, it } from 'vitest';
import { toStreamSafe } from './normalize-text.ts';

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
