import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const files = globSync('{src,tools,bench}/**/*.{ts,tsx}', {
  exclude: ['**/node_modules/**', '**/*.test.ts', '**/*.test.tsx'],
});

/** Files that a file imports, for their types alone included. */
const imports = new Map(
  files.map((file) => {
    const specifiers = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g);
    return [file, [...specifiers].map(([, to = '']) => path.join(path.dirname(file), to))];
  }),
);

/** The first cycle that begins and ends at a file which `file` reaches. */
function findCycle(file: string, visited: Set<string>, way: string[] = []): string[] | undefined {
  if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
  if (visited.has(file)) return undefined;
  visited.add(file);
  for (const next of imports.get(file) ?? []) {
    const cycle = findCycle(next, visited, [...way, file]);
    if (cycle) return cycle;
  }
  return undefined;
}

it('no file imports itself by way of others', () => {
  expect(files.length).toBeGreaterThan(100);
  const visited = new Set<string>();
  expect(files.map((file) => findCycle(file, visited)).find(Boolean)).toBeUndefined();
});
