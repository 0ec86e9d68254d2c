import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { readSettings } from '../../src/config/settings.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

const readText = (file: string) => readFileSync(file, 'utf8');
const find = (file: string, pattern: RegExp) => pattern.exec(readText(file))?.[1] ?? '';

describe('the deployment files', () => {
  it('run the Node version that the tests run', () => {
    const version = find('Containerfile', /^ARG NODE=node:([\d.]+)-slim$/m);
    expect(version).toBe(packageFile.dependencies.node);
  });

  it('remove old copies each night, as often with SQLite as with PostgreSQL in Compose', () => {
    const nightly = / backup \S+backups (?:--at (\S+) )?--keep (\d+)/;
    expect(find('deploy/website-backup.service', /^ExecStart=.*( backup .*)$/m)).toMatch(nightly);
    const [, at, keep] = nightly.exec(readText('compose.yaml')) ?? [];
    expect(at).toBeDefined();
    expect(readText('compose.yaml')).toContain(
      `entrypoint: [/usr/local/bin/postgres-backup, /var/lib/postgresql, '${at}', '${keep}']`,
    );
  });

  it('dump PostgreSQL in Compose, verify, record and prune the dumps', async () => {
    const folder = temporaryFolder();
    const tools = {
      pg_dump:
        'for arg in "$@"; do case $arg in --file=*) echo PGDMP > "${arg#--file=}"; esac; done',
      pg_restore: "printf 'COPY public.inquiries (id) FROM stdin;\\n1\\n2\\n\\\\.\\n'",
      psql: `printf '%s' "$*" > ${folder}/recorded`,
    };
    for (const [name, script] of Object.entries(tools)) {
      writeFileSync(`${folder}/${name}`, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
    }
    const old = ['inquiries-old.dump', 'inquiries-older.dump', 'foreign.dump'];
    const backups = temporaryFolder();
    for (const [index, name] of old.entries()) {
      for (const file of [`${backups}/${name}`, `${backups}/${name}.sha256`]) {
        writeFileSync(file, '');
        const seconds = Date.now() / 1000 - (index + 2) * 86_400;
        utimesSync(file, seconds, seconds);
      }
    }
    const env = { PATH: `${folder}:${process.env['PATH']}` };
    const program = spawn('deploy/postgres-backup', [backups, '03:30', '2'], { env });
    onTestFinished(() => void program.kill());
    const [line] = (await once(program.stdout, 'data')) as [Buffer];
    const [, file = ''] = /verified: 2 inquiries in (.+)/.exec(String(line)) ?? [];
    const names = (...files: string[]) => files.flatMap((name) => [name, `${name}.sha256`]).sort();
    await expect
      .poll(() => readdirSync(backups))
      .toEqual(names('foreign.dump', path.basename(file), 'inquiries-old.dump'));
    expect(readText(`${folder}/recorded`)).toContain("values ('last-backup', '20");
    const sums = `${path.basename(file)}.sha256`;
    execFileSync('sha256sum', ['--check', '--strict', sums], { cwd: backups });
  });

  it('confine the nightly backup as the server', () => {
    const readSandbox = (file: string) =>
      readText(file).match(
        /^(UMask|Protect|Private|ProcSubset|NoNew|Capability|Restrict|Lock|Remove|SystemCall).*$/gm,
      );
    const sandbox = readSandbox('deploy/website.service');
    expect(sandbox?.length).toBeGreaterThan(20);
    expect(readSandbox('deploy/website-backup.service')).toEqual(sandbox);
  });

  it('give a server the time to stop that STOP_DELAY_MS may take', () => {
    const highest = [60_000, 60_001].map((ms) => readSettings({ STOP_DELAY_MS: String(ms) }).ok);
    expect(highest).toEqual([true, false]);
    // Then up to 10 s for open requests.
    expect(Number(find('deploy/website.service', /^TimeoutStopSec=(\d+)$/m))).toBeGreaterThan(70);
    expect(Number(find('compose.yaml', /stop_grace_period: (\d+)s/))).toBeGreaterThan(70);
  });

  it('omit the block of other host names without ALIAS_URL', () => {
    // Caddy ignores a snippet that nothing imports. An empty variable would be an error.
    const snippet = find('deploy/Caddyfile', /^\{\$ALIAS_URL:(\(\w+\))\} \{$/m);
    expect(snippet).toBe('(alias)');
    expect(readText('compose.yaml')).toContain(`ALIAS_URL: \${ALIAS_URL:-${snippet}}`);
    expect(readText('deploy/Caddyfile')).not.toContain(`import ${snippet.slice(1, -1)}`);
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
  });
});
