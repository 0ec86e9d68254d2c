import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pathModules } from './generate.ts';

test.each(pathModules)('$url matches the output of generate.ts', ({ url, text }) => {
  expect(readFileSync(url, 'utf8')).toBe(text);
});
