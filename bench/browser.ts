import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../test/find-chromium.ts';

/** Starts this machine's Chromium or Chrome with nothing in its caches; undefined where there is none. */
export async function launchBrowser(...args: string[]): Promise<Browser | undefined> {
  const executablePath = findChromium({ full: true });
  if (!executablePath) return undefined;
  // Chromium refuses its sandbox to root.
  const ofRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args: [...ofRoot, ...args] });
}

export const noBrowser = (part: string) =>
  `Neither Chromium nor Chrome is installed, so ${part} is left out: node test/find-chromium.ts installs one.`;
