import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../tools/find-chromium.ts';

/** Launches Chromium or Chrome with an empty cache. */
export async function launchBrowser(...args: string[]): Promise<Browser> {
  const executablePath = findChromium({ full: true });
  if (!executablePath) {
    throw new Error(
      'Chromium or Chrome not found. Run "node tools/find-chromium.ts" to install it.',
    );
  }
  // Chromium's sandbox does not run as root.
  const rootArgs = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...rootArgs, ...args] });
}
