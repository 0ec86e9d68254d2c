import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copySources } from '../fixtures/copy-sources.ts';
import { settingsFor, temporaryFolder, temporaryLocation } from '../fixtures/temporary-store.ts';

/** Runs bin/inquiries.js in another folder. */
function run(...argv: string[]) {
  const bin = `${process.cwd()}/bin/inquiries.js`;
  return new Promise<{ exitCode: number; stdout: string; stderr: string }>((resolve) => {
    execFile(bin, argv, { cwd: temporaryFolder() }, (error, stdout, stderr) =>
      resolve({ exitCode: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

describe('the command inquiries', () => {
  it('runs from any folder', async () => {
    const { exitCode, stdout } = await run('help');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('list [options]');
  });

  it('reports where it read its settings if there is no store', async () => {
    const { exitCode, stderr } = await run('list');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^There is no store at \/.*\[NO_STORE\]\nSettings were read from the environment \(there is no \/\S+\.env\)\. DATA_DIR is not set\. /,
    );
  });

  it('exits with the code of the program it runs', async () => {
    const { exitCode, stderr } = await run('lst');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining('Did you mean list?'),
    });
  });
});

describe('the command inquiries without the package node', () => {
  /** Runs the command in an installation without packages, whose program prints its arguments. */
  function runWithoutPackage(...options: string[]) {
    const folder = temporaryFolder();
    for (const name of ['bin', 'package.json']) {
      cpSync(name, path.join(folder, name), { recursive: true });
    }
    mkdirSync(path.join(folder, 'src/cli'), { recursive: true });
    writeFileSync(
      path.join(folder, 'src/cli/main.ts'),
      'console.log(process.argv.slice(2) as string[]);',
    );
    symlinkSync(path.join(folder, 'bin/inquiries.js'), path.join(folder, 'inquiries'));
    const argv = [...options, path.join(folder, 'inquiries'), 'list'];
    const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  }

  it('runs in the current Node, also through a symlink', () => {
    expect(runWithoutPackage()).toEqual({ status: 0, output: "[ 'list' ]\n" });
  });

  it('explains what to do if that Node is too old', () => {
    const older = `Object.defineProperty(process, 'versions', { value: { node: '24.9.0' } })`;
    const { status, output } = runWithoutPackage(`--import=data:text/javascript,${older}`);
    expect(status).toBe(1);
    expect(output).toMatch(
      /Run "npm ci" in the website's folder, or run this command with Node 26 or newer\./,
    );
  });
});

describe('the command inquiries of the container image', () => {
  it('works without sources and packages', async () => {
    const folder = temporaryFolder();
    for (const name of ['bin', 'dist', 'package.json']) {
      cpSync(name, path.join(folder, name), { recursive: true });
    }
    const location = await temporaryLocation();
    const env = settingsFor(location);
    const run = (...argv: string[]) =>
      spawnSync(process.execPath, [`${folder}/bin/inquiries.js`, ...argv], {
        env,
        encoding: 'utf8',
      });
    expect(run('list')).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('No inquiries'),
    });
  });
});

describe('npm start without development packages', () => {
  /** Copies the build and its sources, with links to the packages of `npm ci --omit=dev`. */
  function copyBuild() {
    const folder = temporaryFolder();
    const files = ['dist', 'src', 'tools', 'package.json', 'package-lock.json', 'tsconfig.json'];
    for (const name of [...files, 'vite.config.ts']) {
      cpSync(name, path.join(folder, name), { recursive: true });
    }
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const name of Object.keys(dependencies)) {
      const link = path.join(folder, 'node_modules', name);
      mkdirSync(path.dirname(link), { recursive: true });
      symlinkSync(path.resolve('node_modules', name), link);
    }
    return folder;
  }
  const prestart = (cwd: string) =>
    spawnSync(process.execPath, ['tools/build.ts', '--if-needed'], { cwd, encoding: 'utf8' });

  it('needs no build if the sources are unchanged', () => {
    expect(prestart(copyBuild()), 'if dist is stale: npm run build').toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  it('names the command that installs the packages to build', () => {
    const folder = copyBuild();
    writeFileSync(path.join(folder, 'src/new.ts'), '');
    const { status, stderr } = prestart(folder);
    expect(stderr).toMatch(/sources changed .* Run "npm ci" first\./);
    expect(status).toBe(1);
  });
});

it('the build names each fact of the firm with a wrong format, with an example', () => {
  const sources = copySources();
  onTestFinished(() => sources.remove());
  const edits: [RegExp, string][] = [
    [/email: '[^']*'/, "email: 'partnerships@aldermere'"],
    [/timeZone: '[^']*'/, "timeZone: 'America/Bostn'"],
    [/'2026-12-25'\]/, "'2026-12-32']"],
    [/email: 'website@[^']*'/, "email: 'website'"],
  ];
  for (const [before, after] of edits) sources.edit('src/content/firm.ts', before, after);
  const { status, stderr } = spawnSync(process.execPath, ['tools/build.ts'], {
    cwd: sources.folder,
    encoding: 'utf8',
  });
  expect(stderr).toBe(`Build stopped. Correct src/content/firm.ts:
firm.email is not an e-mail address such as partners@example.com.
firm.timeZone is not a time zone of the IANA database such as Europe/Paris.
firm.holidays.10 is not a date such as 2026-12-25.
administrator.email is not an e-mail address such as partners@example.com.
`);
  expect(status).toBe(1);
});

describe('the server program', () => {
  it('has the same Node options in npm, systemd and the container', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const command = String(scripts.start);
    expect(readFileSync('deploy/website.service', 'utf8')).toContain(`/.bin/${command}\n`);
    const words = command.split(' ').map((word) => `"${word}"`);
    expect(readFileSync('Containerfile', 'utf8')).toContain(`CMD [${words.join(', ')}]`);
  });
});
