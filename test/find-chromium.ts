import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The executable of a Chromium or Chrome on this machine; undefined where there is none. */
export function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const onPath = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  const candidates = [process.env['CHROMIUM'] ?? '', ...onPath, ...elsewhere];
  return candidates.find(isExecutable) ?? [chromium.executablePath()].find(isExecutable);
}

function isExecutable(file: string) {
  try {
    if (!existsSync(file)) return false;
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'ignore'] }).status === 0;

/** Playwright's own browser, or else Debian's package where this user may install one. */
function install() {
  if (run(process.execPath, 'node_modules/playwright/cli.js', 'install', 'chromium')) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  run('apt-get', 'update');
  run('apt-get', 'install', '--yes', '--no-install-recommends', 'chromium');
}

if (import.meta.main) {
  if (!findChromium()) {
    console.log('No Chromium or Chrome found: installing one for the browser journeys…');
    install();
  }
  if (!findChromium()) {
    console.error('Install Chromium or Chrome (Debian: apt-get install chromium), then run again.');
    process.exitCode = 1;
  }
}
