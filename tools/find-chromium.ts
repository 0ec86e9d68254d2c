import { spawnSync } from 'node:child_process';
import { accessSync, constants, globSync, statSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

/** Chromium's headless shell, which starts faster. */
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
 * Finds the executable in `CHROMIUM`, or else an installed headless shell, Chromium or Chrome. With
 * `full`, prefers a full browser.
 */
export function findChromium({ full = false } = {}): string | undefined {
  const configured = process.env['CHROMIUM'];
  if (configured) {
    if (isExecutable(configured)) return configured;
    throw new Error(`CHROMIUM is not an executable file: "${configured}". Correct or unset it.`);
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

/** Derives the path of Playwright's headless shell from that of its Chromium. */
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

/** Installs Playwright's headless shell or, as root, a Debian package. */
function install() {
  const playwright = 'node_modules/playwright/cli.js';
  if (run(process.execPath, playwright, 'install', '--only-shell', 'chromium')) return;
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) return;
  run('apt-get', 'update');
  // Includes the fallback fonts of the site.
  const add = (name: string) =>
    run('apt-get', 'install', '--yes', '--no-install-recommends', name, 'fonts-liberation');
  if (!add('chromium-headless-shell')) add('chromium');
}

if (import.meta.main) {
  if (!findChromium()) {
    console.log('Chromium or Chrome not found; installing it for the browser tests…');
    install();
  }
  if (!findChromium()) {
    console.error(
      'Installation failed. Install Chromium or Chrome (Debian: apt-get install chromium-headless-shell), then run again.',
    );
    process.exitCode = 1;
  }
}
