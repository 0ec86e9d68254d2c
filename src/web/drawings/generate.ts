import { drawings } from './drawings.ts';

/** Returns the source text of paths.ts. */
export const pathsModule = () =>
  [
    '// Generated: node src/web/drawings/generate.ts > src/web/drawings/paths.ts',
    '// The view boxes of the paths are in drawings.ts.',
    ...Object.entries(drawings).map(([name, path]) => `\n${declaration(name, path)}`),
    '',
  ].join('\n');

/** Formats the declaration as Prettier does, so that paths.ts passes the format check. */
function declaration(name: string, path: string | string[]): string {
  const start = `export const ${name} =`;
  if (Array.isArray(path)) return `${start} [\n${path.map((p) => `  '${p}',\n`).join('')}];`;
  const line = `${start} '${path}';`;
  return line.length > 100 ? `${start}\n  '${path}';` : line;
}

if (import.meta.main) process.stdout.write(pathsModule());
