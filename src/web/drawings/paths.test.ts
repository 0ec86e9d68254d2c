import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pathsModule } from './generate.ts';

test('paths.ts is what the generator draws', () => {
  expect(readFileSync(new URL('paths.ts', import.meta.url), 'utf8')).toBe(pathsModule());
});
