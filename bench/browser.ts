import { type Browser, chromium } from '@playwright/test';

/** Launches Playwright's Chromium, or the one that `CHROMIUM` names, with an empty cache. */
export async function launchBrowser(...args: string[]): Promise<Browser> {
  // Chromium's sandbox does not run as root.
  const rootArgs = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const executablePath = process.env['CHROMIUM'] ?? chromium.executablePath();
  return chromium.launch({ executablePath, args: [...rootArgs, ...args] });
}
