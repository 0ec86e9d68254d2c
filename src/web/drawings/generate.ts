import { drawings } from './drawings.ts';

/** The text of paths.ts. */
export const pathsModule = () =>
  [
    '// Generated: node src/web/drawings/generate.ts > src/web/drawings/paths.ts',
    '// The boxes that the paths are drawn in stand in drawings.ts.',
    ...Object.entries(drawings).map(([name, path]) => `\n${declaration(name, path)}`),
    '',
  ].join('\n');

/** As Prettier would have it, so that the generated file passes the same check as the others. */
function declaration(name: string, path: string | string[]): string {
  const start = `export const ${name} =`;
  if (Array.isArray(path)) return `${start} [\n${path.map((p) => `  '${p}',\n`).join('')}];`;
  const line = `${start} '${path}';`;
  return line.length > 100 ? `${start}\n  '${path}';` : line;
}

if (import.meta.main) process.stdout.write(pathsModule());
