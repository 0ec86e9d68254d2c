import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const files = globSync('{src,tools,bench}/**/*.{ts,tsx}', {
  exclude: ['**/node_modules/**', '**/*.test.ts', '**/*.test.tsx'],
});

/** Imports of each file, type imports included. */
const imports = new Map(
  files.map((file) => {
    const specifiers = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g);
    return [file, [...specifiers].map(([, to = '']) => path.join(path.dirname(file), to))];
  }),
);

/** Returns the first import cycle that is reachable from `file`. */
function findCycle(file: string, visited: Set<string>, trail: string[] = []): string[] | undefined {
  if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
  if (visited.has(file)) return undefined;
  visited.add(file);
  for (const next of imports.get(file) ?? []) {
    const cycle = findCycle(next, visited, [...trail, file]);
    if (cycle) return cycle;
  }
  return undefined;
}

it('there are no import cycles', () => {
  expect(files.length).toBeGreaterThan(100);
  const visited = new Set<string>();
  expect(files.map((file) => findCycle(file, visited)).find(Boolean)).toBeUndefined();
});
