import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../tools/find-chromium.ts';

/** Starts this machine's Chromium or Chrome with empty caches. */
export async function launchBrowser(...args: string[]): Promise<Browser> {
  const executablePath = findChromium({ full: true });
  if (!executablePath) {
    throw new Error('No Chromium or Chrome found: "node tools/find-chromium.ts" installs one.');
  }
  // Chromium refuses its sandbox to root.
  const rootArgs = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...rootArgs, ...args] });
}
