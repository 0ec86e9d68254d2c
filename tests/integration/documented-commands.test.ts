import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../fixtures/command-line.ts';

const root = path.resolve(import.meta.dirname, '../..');
const listFiles = (folder: string) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => path.join(folder, name));
const readText = (file: string) => readFileSync(path.join(root, file), 'utf8');

// Valid commands fail on these settings. Unknown commands fail earlier, with exit code 2.
const badSettings = { PORT: 'none' };

/** Returns the lines of code blocks and the inline code. */
function extractCode(file: string) {
  const text = readText(file);
  if (!file.endsWith('.md')) return text.split('\n');
  const blocks = [...text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].flatMap(([, code = '']) =>
    code.split('\n'),
  );
  const prose = text.replaceAll(/^ *```.*?^ *```$/gms, '');
  return [...blocks, ...[...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)];
}

const call = /^(?:(?:.*(?:npx|exec website) )?inquiries|.*cli\.ts) +(.+)$/;

/** Returns the arguments of each `inquiries` command in a file. */
function extractCommands(file: string) {
  return extractCode(file)
    .flatMap((line) => withoutDates(line).split(/&&|[;|>]|\s#/))
    .flatMap((step) => {
      const [, words = ''] = call.exec(step.trim()) ?? [];
      return words ? [words.replaceAll(/["']/g, '').split(/\s+/)] : [];
    })
    .filter(([name]) => name !== 'COMMAND' && name !== '$@');
}

const withoutDates = (text: string) => text.replaceAll(/\$\(date[^)]*\)/g, 'NOW');

const documents = [
  'README.md',
  ...listFiles('docs').filter((file) => file.endsWith('.md')),
  ...listFiles('docs/examples'),
];

describe('a documented command', () => {
  it('is valid', async () => {
    const calls = documents.flatMap((file) =>
      extractCommands(file).map((argv) => ({ file, argv })),
    );
    expect(calls.length).toBeGreaterThan(10);
    for (const { file, argv } of calls) {
      const { exitCode, stderr } = await runCommand(argv, badSettings);
      expect(exitCode, `${file}: ${argv.join(' ')}\n${stderr}`).not.toBe(2);
    }
  });

  it('starts the server with the Node options of npm start', () => {
    const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
    const [, unit] =
      /^ExecStart=\S+\/(node .*)$/m.exec(readText('docs/examples/website.service')) ?? [];
    const [, words = '[]'] = /^CMD (\["node", "--.*\])$/m.exec(readText('Containerfile')) ?? [];
    expect(unit).toBe(scripts['start']);
    expect(JSON.parse(words).join(' ')).toBe(scripts['start']);
  });

  it('runs in the current release', () => {
    const folders = listFiles('docs/examples').flatMap(
      (file) => readText(file).match(/\/srv\/website[^\s"]*/g) ?? [],
    );
    expect(folders.length).toBeGreaterThan(3);
    for (const folder of folders) expect(folder).toMatch(/^\/srv\/website\/current(\/|$)/);
  });

  it('creates backups that the nightly job prunes', () => {
    const [, pattern = ''] =
      /-name (\S+) -mtime/.exec(readText('docs/examples/website-backup.service')) ?? [];
    const pruned = new RegExp(`/backups/${pattern.replace('.', '\\.').replace('*', '.*')}$`);
    const text = withoutDates(readText('docs/operations.md'));
    const copies = text.match(/\/backups\/\S+\.sqlite/g) ?? [];
    expect(copies.length).toBeGreaterThan(1);
    for (const copy of copies) expect(copy).toMatch(pruned);
  });
});
