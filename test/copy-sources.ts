import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

const sources = [
  ...['bin', 'src', 'test', 'tools'],
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
  ...['playwright.config.ts', 'vite.config.ts'],
];

export interface SourcesCopy {
  folder: string;
  read(file: string): string;
  write(file: string, text: string): void;
  /** Replaces `before`, which has to be there, and says on which line it stood. */
  edit(file: string, before: string | RegExp, after: string): number;
  remove(): void;
}

/**
 * The project's sources, or only those files and folders, in a folder of their own, to be changed
 * there, with the same packages.
 */
export function copySources(names: string[] = sources): SourcesCopy {
  const folder = mkdtempSync(path.join(tmpdir(), 'sources-'));
  for (const name of names) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));

  const at = (file: string) => path.join(folder, file);
  const read = (file: string) => readFileSync(at(file), 'utf8');
  const write = (file: string, text: string) => writeFileSync(at(file), text);
  return {
    folder,
    read,
    write,
    edit(file, before, after) {
      const text = read(file);
      const start = typeof before === 'string' ? text.indexOf(before) : text.search(before);
      if (start === -1) throw new Error(`${file} has no ${before}`);
      write(
        file,
        text.replace(before, () => after),
      );
      return text.slice(0, start).split('\n').length;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
