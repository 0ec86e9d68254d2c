import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/run-cli.ts';
import { fieldRecords } from '../../src/inquiry/inquiry.ts';
import { stages, transitions } from '../../src/inquiry/status.ts';
import { createMetrics } from '../../src/observability/metrics.ts';
import { runCommand } from '../fixtures/command-line.ts';

const documents = globSync(['*.md', 'docs/**/*.md']);
const readText = (file: string) => readFileSync(file, 'utf8');

const readBlocks = (text: string) =>
  [...text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, block = '']) => block);

/** Returns the lines of code blocks and the inline code; all lines of a file that is no document. */
function readCode(file: string) {
  const text = readText(file);
  if (!file.endsWith('.md')) return text.split('\n');
  const blocks = readBlocks(text);
  const inline = [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  return [...blocks.flatMap((block) => block.split('\n')), ...inline];
}

const withoutBlocks = (text: string) => text.replaceAll(/^ *```.*?^ *```$/gms, '');

describe('the documents', () => {
  it('list each setting, field, metric and command with its details, in the reference', () => {
    const rows = readText('docs/reference.md').match(/^\| `.*/gm) ?? [];
    for (const [name, ...details] of [
      ...settings(),
      ...formFields(),
      ...metrics(),
      ...commands(),
    ]) {
      const row = rows.find((row) => row.startsWith(`| \`${name}\` `));
      expect(row, `docs/reference.md has no row of ${name}: add it`).toBeDefined();
      for (const detail of details)
        expect(row, `docs/reference.md, row of ${name}: write what the code has`).toContain(detail);
    }
  });

  it('list the changes of a status in the reference', () => {
    const lines = readText('docs/reference.md').split('\n');
    const readCells = (line = '') =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
    const [, ...targets] = readCells(lines.find((line) => line.startsWith('| from')));
    for (const stage of stages) {
      const [, ...cells] = readCells(lines.find((line) => line.startsWith(`| ${stage} `)));
      const listed = cells.flatMap((cell, index) => (cell ? [[targets[index], cell]] : []));
      const row = `docs/reference.md (received), changes from ${stage}: write those of status.ts (expected)`;
      expect(Object.fromEntries(listed), row).toEqual(transitions[stage]);
    }
  });

  it('have the files and headings that links and alerts name', () => {
    const links = documents.flatMap((file) =>
      [...withoutBlocks(readText(file)).matchAll(/(?:\]\(|src=")([^)"\s]+)/g)]
        .filter(([, target = '']) => !hasTarget(file, target))
        .map(([, target]) => `${file}: ${target}`),
    );
    expect(links).toEqual([]);
    const runbooks = readText('deploy/alerts.yml').match(/(?<=runbook: ).+/g);
    expect(runbooks?.filter((target) => !hasTarget('README.md', target))).toEqual([]);
  });

  it('explain each alert, in the section that it names: what it means, a first command, the way out', () => {
    const rules = readText('deploy/alerts.yml');
    const names = rules.match(/(?<=- alert: )\w+/g) ?? [];
    const runbooks = names.map((name) => `docs/operate.md#${name.toLowerCase()}`);
    expect(rules.match(/(?<=runbook: ).+/g)).toEqual(runbooks);
    const [, chapter = ''] = readText('docs/operate.md').split('### Alerts\n');
    const [alerts = ''] = chapter.split('\n### ');
    const sections = alerts.split(/^#### /m).slice(1);
    const remedy = 'docs/operate.md (received): list the alerts of deploy/alerts.yml (expected)';
    const listed = sections.map((section) => /^`(\w+)`/.exec(section)?.[1]);
    expect(listed, remedy).toEqual(names);
    for (const section of sections)
      expect(section).toMatch(/^`\w+`\n\n\S.* First run `[^`]+`\.\n\n\S/);
  });

  it('name files, folders and tests that exist', () => {
    const isPath = /^(?:src|tools|tests|bench|docs|deploy)\/[\w./-]+$/;
    const code = documents.filter((file) => file !== 'CHANGELOG.md').flatMap(readCode);
    const paths = code.filter((text) => isPath.test(text));
    expect(paths.length).toBeGreaterThan(40);
    // A copy may delete this firm's texts, as the README says.
    const optional = 'tests/integration/specification.test.ts';
    expect(paths.filter((name) => !existsSync(name) && name !== optional)).toEqual([]);
    const tests = code.filter((text) => /^[\w-]+\.(?:test|spec|chaos|world)$/.test(text));
    expect(tests.length).toBeGreaterThan(20);
    expect(tests.filter((name) => !globSync(`{src,tests}/**/${name}.*`).length)).toEqual([]);
  });

  it('show each folder of src, in the list of the README and in the picture of the architecture', () => {
    const folders = globSync('src/*').map((folder) => path.basename(folder));
    const rooms = folders.filter((name) => !name.includes('.')).sort();
    const listed = [...readText('README.md').matchAll(/^ {2}([\w-]+)\/ /gm)];
    const remedy = (file: string) => `${file} (received): list the folders of src (expected)`;
    expect(listed.map(([, name]) => name).toSorted(), remedy('README.md')).toEqual(rooms);

    const architecture = readText('docs/architecture.md');
    const [, picture = ''] = /^```mermaid\n(.*?)^```$/ms.exec(architecture) ?? [];
    const withoutLabels = picture.replaceAll(/"[^"]*"|\[.*?\]/g, '');
    const drawn = new Set(withoutLabels.match(/\b[a-z][a-z-]*\b/g));
    const others = ['flowchart', 'subgraph', 'direction', 'all', 'end', 'visitor', 'team'];
    const expected = [...rooms, ...others].sort();
    expect([...drawn].sort(), remedy('docs/architecture.md')).toEqual(expected);
  });

  it('quote log messages that exist', () => {
    const messages = readExplainedMessages();
    expect(messages.length).toBeGreaterThan(10);
    // Up to a placeholder, such as "Rate limit exceeded: rejecting inquiries from ${source}".
    const literals = [...sources().matchAll(literal)].map(([, text = '']) => text);
    const isLogged = (message: string) =>
      literals.some((text) => text.startsWith(message) || message.startsWith(text));
    expect(messages.filter((message) => !isLogged(message))).toEqual([]);
  });

  it('explain each warning and error of the log', () => {
    const explained = readExplainedMessages();
    // Each part but the first begins with the arguments of a call.
    const parts = sources().split(/(?<!console)\.(?:warn|error|fatal)\(/);
    const messages = parts.slice(1).flatMap((part, index) => {
      const [inCall] = (part.split(';\n')[0] ?? '').matchAll(literal);
      const before = parts[index]?.match(/(?<=const message = ')[^'\n]+/g) ?? [];
      return inCall?.[1] ?? before.at(-1) ?? [];
    });
    expect(messages.length).toBeGreaterThan(20);
    const isExplained = (message: string) =>
      explained.some((text) => text.startsWith(message.trim()) || message.startsWith(text));
    const remedy = 'docs/operate.md, table of the log: explain these messages of src';
    expect(
      messages.filter((message) => !isExplained(message)),
      remedy,
    ).toEqual([]);
  });

  it('delete a store or an export in a block of its own, which no failed command precedes', () => {
    const deletion = /(?<!-)\brm .*(?:\.json|\.sqlite|before-restore)|dropdb .*before_restore/;
    const blocks = documents.flatMap((file) => readBlocks(readText(file)));
    const deleting = blocks.filter((block) => deletion.test(block));
    expect(deleting.length).toBeGreaterThan(3);
    expect(deleting.filter((block) => block.trim().includes('\n'))).toEqual([]);
  });

  it('list each error code of the command', () => {
    const sources = globSync('src/cli/**/*.ts', { exclude: ['**/*.test.ts'] }).map(readText);
    const codes = [...sources.join().matchAll(/new CliError\(\s*'(\w+)'/g)].map(([, code]) => code);
    const listed = [...readText('docs/reference.md').matchAll(/^\| `([A-Z_]+)` +\| \d /gm)];
    const remedy = 'docs/reference.md (received): list the codes of src/cli (expected)';
    const used = [...new Set(codes)].toSorted();
    expect(listed.map(([, code]) => code).toSorted(), remedy).toEqual(used);
  });

  it('name commands that are valid', async () => {
    const calls = [...documents, ...globSync('deploy/*')]
      .filter((file) => file !== 'CHANGELOG.md')
      .flatMap((file) => extractCommands(file).map((argv) => ({ file, argv })));
    expect(calls.length).toBeGreaterThan(10);
    for (const { file, argv } of calls) {
      // Valid commands fail on this setting. Unknown commands fail earlier, with exit code 2.
      const env = { PORT: 'none', DATABASE_URL: 'postgres://site@db.example/inquiries' };
      const { exitCode, stderr } = await runCommand(argv, env);
      expect(exitCode, `${file}: ${argv.join(' ')}\n${stderr}`).not.toBe(2);
    }
  });
});

/** The text of a message, up to a placeholder. */
const literal = /['`]([A-Z][^'`$\n]{14,})/g;

/** Returns all modules of `src` as one text. */
const sources = () =>
  globSync('src/**/*.ts', { exclude: ['**/*.test.ts'] })
    .map(readText)
    .join('\n');

/** Returns the messages in the first column of the table of the log. */
function readExplainedMessages() {
  const [table = ''] = /^\| message .*?\n(\|.*\n)+/m.exec(readText('docs/operate.md')) ?? [];
  const cells = table.match(/^\|([^|]+)/gm)?.join() ?? '';
  return [...cells.matchAll(/`([^`]+)`/g)].map(([, message = '']) => message);
}

/** Names with their defaults. */
const settings = () =>
  [...readText('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, ...parts]) => parts);

/** Names with their choices or maximum length. */
const formFields = () =>
  Object.entries(fieldRecords).map(([name, field]) => [
    name,
    ...(field.kind === 'choice' ? Object.keys(field.choices) : [`${field.maxLength}`]),
  ]);

/** Names with their types, labels and help. */
function metrics() {
  const getFailures = async () => [];
  const store = Promise.withResolvers<never>().promise;
  const { registry } = createMetrics({
    store,
    destinations: [],
    getFailures,
    clock: () => 0,
    log: console,
  });
  // The types of prom-client lack the labels.
  type Definition = Record<'name' | 'type' | 'help', string> & { labelNames: string[] };
  return (registry.getMetricsAsArray() as unknown as Definition[])
    .filter(({ name }) => name.startsWith('inquiries_'))
    .map(({ name, type, help, labelNames }) => [name, type, help, ...labelNames]);
}

/** Names and arguments with their options and descriptions. */
function commands() {
  const output = new PassThrough();
  const context = { env: {}, settingsFrom: '', stdout: output, stderr: output, clock: () => 0 };
  return createProgram(context).commands.map((command) => [
    `${command.name()} ${command.usage().replace(/^\[options\] ?/, '')}`.trim(),
    command.description(),
    ...command.options.map(({ flags }) => flags),
  ]);
}

function hasTarget(file: string, target: string) {
  if (/^[a-z]+:/.test(target)) return true;
  const [name = '', anchor] = target.split('#');
  const linked = name ? path.join(path.dirname(file), name) : file;
  if (!existsSync(linked)) return false;
  return anchor === undefined || readAnchors(linked).includes(anchor);
}

/** Returns the anchors of a document's headings, as GitHub creates them. */
const readAnchors = (file: string) =>
  [...withoutBlocks(readText(file)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

const call = /^(?:(?:.*(?:npx|exec site) )?inquiries|.*bin\/inquiries\.js) +(.+)$/;

/** Returns the arguments of each `inquiries` command in a file. */
const extractCommands = (file: string) =>
  readCode(file)
    .flatMap((line) => line.replaceAll(/\$\(date[^)]*\)/g, 'NOW').split(/&&|[;|>]|\s<\s|\s#/))
    .flatMap((step) => {
      const [, words = ''] = call.exec(step.trim()) ?? [];
      return words ? [words.replaceAll(/["']/g, '').split(/\s+/)] : [];
    })
    .filter(([name]) => name !== 'COMMAND' && name !== '$@');
