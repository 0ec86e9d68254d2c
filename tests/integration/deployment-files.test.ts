import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { readSettings } from '../../src/config/settings.ts';
import { createLimitedServer } from '../../src/http/lifecycle/limited-server.ts';
import { lockStore } from '../fixtures/lock-store.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { settingsFor, temporaryFile } from '../fixtures/temporary-store.ts';

const readText = (file: string) => readFileSync(file, 'utf8');
const find = (file: string, pattern: RegExp) => pattern.exec(readText(file))?.[1] ?? '';

describe('the deployment files', () => {
  it('run the Node version that the tests run', () => {
    const version = find('Containerfile', /^ARG NODE=node:([\d.]+)-slim$/m);
    const pinned = Object.values(packageFile.optionalDependencies);
    expect(pinned).toEqual(pinned.map(() => version));
  });

  it('remove old copies each night', () => {
    for (const file of ['deploy/website-backup.service', 'compose.yaml']) {
      expect(readText(file), file).toMatch(/ backup \S+backups --keep \d+/);
    }
  });

  it('dump PostgreSQL with the client of the major version that Compose runs', () => {
    const image = find('compose.yaml', /image: (postgres:\d+)$/m);
    expect(find('Containerfile', /^FROM (\S+) AS client$/m)).toBe(image);
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

  it('allow a server more files than connections', () => {
    const files = Number(find('deploy/website.service', /^LimitNOFILE=(\d+)$/m));
    expect(files).toBeGreaterThan(createLimitedServer().maxConnections);
  });

  it('check the health of a container without Node', async () => {
    const command = JSON.parse(
      find('Containerfile', /^HEALTHCHECK [^]*? CMD (\[.*\])$/m),
    ) as string[];
    const [program = '', ...args] = command;
    const location = temporaryFile();
    const server = startTestServer(settingsFor(location));
    const env = { PATH: process.env['PATH'], PORT: new URL(await server.url).port };
    const check = () => spawnSync(program, args, { env }).status;
    expect([program, check()]).toEqual(['bash', 0]);
    const unlock = await lockStore(location);
    expect(check()).toBe(1);
    await unlock();
    await server.stop();
    expect(check()).toBe(1);
  });

  it('build an image whose user can read its files, under any umask of the clone', () => {
    const [, build = '', ...stages] = readText('Containerfile').split(/^FROM /m);
    expect(build).toMatch(/chmod -R u=rwX,go=rX dist package\.json bin$/m);
    const copies = stages.flatMap((stage) => stage.match(/^COPY .*/gm) ?? []);
    expect(copies.length).toBeGreaterThan(3);
    // A file of the build context has the mode that it has in the clone.
    expect(copies.filter((copy) => !copy.startsWith('COPY --from='))).toEqual([]);
  });

  it('limit the memory and processes of each service, and isolate the database', () => {
    const services = readText('compose.yaml').split(/^services:$/m)[1] ?? '';
    const own = services.match(/^ {2}(?:site|caddy|postgres):[^]*?(?=^ {2}\w|^\w)/gm) ?? [];
    expect(own).toHaveLength(3);
    for (const service of own) expect(service).toMatch(/mem_limit: \w+\n[^]*pids_limit: \d+\n/);
    expect(services).toMatch(/^ {2}database: \{ internal: true \}$/m);
  });

  it('tell Caddy each server of Compose by a name of its own', () => {
    // Behind one name for both, Caddy checks either, and connects to one that has stopped.
    const compose = readText('compose.yaml');
    expect(compose).toContain('UPSTREAM: site:3000${COMPOSE_PROFILES:+ site2:3000}');
    expect(compose).not.toContain('aliases:');
  });

  it('omit the block of other host names without ALIAS_URL', () => {
    // Caddy ignores a snippet that nothing imports. An empty variable would be an error.
    const snippet = find('deploy/Caddyfile', /^\{\$ALIAS_URL:(\(\w+\))\} \{$/m);
    expect(snippet).toBe('(alias)');
    expect(readText('compose.yaml')).toContain(`ALIAS_URL: \${ALIAS_URL:-${snippet}}`);
    expect(readText('deploy/Caddyfile')).not.toContain(`import ${snippet.slice(1, -1)}`);
  });
});
