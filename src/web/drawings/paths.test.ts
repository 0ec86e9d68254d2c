import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pathsModule } from './generate.ts';

test('paths.ts matches the output of generate.ts', () => {
  expect(readFileSync(new URL('paths.ts', import.meta.url), 'utf8')).toBe(pathsModule());
});
