import { spawnSync } from 'node:child_process';
import { accessSync, constants, globSync, statSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

/** Chromium's headless mode as a program of its own, which starts and runs tests in less time. */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell'];
const fullNames = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];
const otherLocations = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The executable named by `CHROMIUM`, or else that of an installed headless shell, Chromium or
 * Chrome; undefined where there is none. With `full`, a headless shell is the last choice.
 */
export function findChromium({ full = false } = {}): string | undefined {
  const configured = process.env['CHROMIUM'];
  if (configured) {
    if (isExecutable(configured)) return configured;
    throw new Error(
      `CHROMIUM is "${configured}", which is not an executable file. Change or unset it.`,
    );
  }
  const shells = [...listOnPath(shellNames), ...listPlaywrightShells()];
  const browsers = [...listOnPath(fullNames), ...otherLocations, chromium.executablePath()];
  const candidates = full ? [...browsers, ...shells] : [...shells, ...browsers];
  return candidates.find(isExecutable);
}

function listOnPath(names: string[]) {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** Playwright installs its headless shell beside its Chromium, whose path alone it tells. */
function listPlaywrightShells() {
  const folder = chromium
    .executablePath()
    .replace(/chromium-(\d+).*/, 'chromium_headless_shell-$1');
  return globSync('*/{chrome-headless-shell,headless_shell}{,.exe}', { cwd: folder }).map((file) =>
    path.join(folder, file),
  );
}

function isExecutable(file: string) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'ignore'] }).status === 0;

/** Installs Playwright's own headless shell, or else Debian packages where this user may. */
function install() {
  const playwright = 'node_modules/playwright/cli.js';
  if (run(process.execPath, playwright, 'install', '--only-shell', 'chromium')) return;
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) return;
  run('apt-get', 'update');
  // With the fonts that stand in for the site's own until these have arrived.
  const add = (name: string) =>
    run('apt-get', 'install', '--yes', '--no-install-recommends', name, 'fonts-liberation');
  if (!add('chromium-headless-shell')) add('chromium');
}

if (import.meta.main) {
  if (!findChromium()) {
    console.log('No Chromium or Chrome found: installing one for the browser tests…');
    install();
  }
  if (!findChromium()) {
    console.error(
      'Install Chromium or Chrome (Debian: apt-get install chromium-headless-shell), then run again.',
    );
    process.exitCode = 1;
  }
}
