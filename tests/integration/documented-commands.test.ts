import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../src/config/settings.ts';
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

const call = /^(?:(?:.*(?:npx|exec site) )?inquiries|.*(?:cli\.ts|bin\/inquiries\.js)) +(.+)$/;

/** Returns the arguments of each `inquiries` command in a file. */
function extractCommands(file: string) {
  return extractCode(file)
    .flatMap((line) => withoutDates(line).split(/&&|[;|>]|\s<\s|\s#/))
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
  ...listFiles('deploy'),
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
    const [, unit] = /^ExecStart=\S+\/(node .*)$/m.exec(readText('deploy/website.service')) ?? [];
    const [, words = '[]'] = /^CMD (\["node", "--.*\])$/m.exec(readText('Containerfile')) ?? [];
    expect(unit).toBe(scripts['start']);
    expect(JSON.parse(words).join(' ')).toBe(scripts['start']);
  });

  it('runs in the current release', () => {
    const folders = listFiles('deploy').flatMap(
      (file) => readText(file).match(/\/srv\/website[^\s"]*/g) ?? [],
    );
    expect(folders.length).toBeGreaterThan(3);
    for (const folder of folders) expect(folder).toMatch(/^\/srv\/website\/current(\/|$)/);
  });

  it('reports a failed backup', () => {
    const unit = readText('deploy/website-backup.service');
    const [, reporter = ''] = /^\[Unit\]\n(?:.+\n)*OnFailure=(.+)$/m.exec(unit) ?? [];
    expect(readText(`deploy/${reporter}`)).toContain(
      'journalctl --unit=website-backup --lines=20 --output=cat; } | /usr/sbin/sendmail',
    );
  });

  it('creates backups that the nightly job prunes', () => {
    const [, pattern = ''] =
      /-name (\S+) -mtime/.exec(readText('deploy/website-backup.service')) ?? [];
    const pruned = new RegExp(`/backups/${pattern.replace('.', '\\.').replace('*', '.*')}$`);
    const text = documents.map((file) => withoutDates(readText(file))).join('\n');
    const copies = text.match(/backup \S+\/backups\/\S+\.sqlite/g) ?? [];
    expect(copies).not.toEqual([]);
    for (const copy of copies) expect(copy).toMatch(pruned);
  });
});

describe('the deployment files', () => {
  const find = (file: string, pattern: RegExp) => pattern.exec(readText(file))?.[1] ?? '';

  it('run the Node version that the tests run', () => {
    const { dependencies } = JSON.parse(readText('package.json')) as Record<string, object>;
    expect(find('Containerfile', /^ARG NODE=node:([\d.]+)-slim$/m)).toBe(
      (dependencies as Record<string, string>)['node'],
    );
  });

  it('give a server the time to stop that STOP_DELAY_MS may take', () => {
    const highest = [60_000, 60_001].map((ms) => readSettings({ STOP_DELAY_MS: String(ms) }).ok);
    expect(highest).toEqual([true, false]);
    // Then up to 10 s for open requests.
    expect(Number(find('deploy/website.service', /^TimeoutStopSec=(\d+)$/m))).toBeGreaterThan(70);
    expect(Number(find('compose.yaml', /stop_grace_period: (\d+)s/))).toBeGreaterThan(70);
  });

  it('agree on the ports of one and of several servers', () => {
    const several = ['1', '2'].map((instance) =>
      find('deploy/website@.conf', /\bPORT=(\S+)/).replace('%i', instance),
    );
    for (const file of ['deploy/nginx.conf', 'deploy/Caddyfile']) {
      const ports = [...readText(file).matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port);
      expect(new Set(ports), file).toEqual(new Set(['3000', ...several]));
    }
    const active = readText('deploy/nginx.conf').match(/^ *server 127.*/gm);
    expect(active).toEqual(['    server 127.0.0.1:3000 max_fails=0;']);
    expect(find('deploy/website@.conf', / METRICS_PORT=(\S+)/)).toContain('%i');
  });

  it('check the liveness of the container, and hide its health from visitors', () => {
    const healthcheck = find('Containerfile', /^HEALTHCHECK [^\n]*\n(.*)$/m);
    expect(healthcheck).toContain('${process.env.PORT}/healthz`');
    expect(readText('deploy/Caddyfile')).toMatch(
      /@health path \/healthz \/readyz\s+respond @health 403/,
    );
  });

  it('contain no secret, and no registry', () => {
    const compose = readText('compose.yaml');
    const images = `${compose}\n${readText('Containerfile')}`.matchAll(
      /^ *(?:image:|ARG NODE=) ?(.*)$/gm,
    );
    for (const [, image] of images) expect(image).toMatch(/^[a-z]+(:[\w.-]+)?$/);
    expect(find('compose.yaml', /^ *POSTGRES_PASSWORD: (.*)$/m)).toBe('${POSTGRES_PASSWORD:-}');
    expect(compose).not.toMatch(/:\/\/[^ ]+@/);
  });
});
