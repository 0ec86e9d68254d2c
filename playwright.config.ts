import { defineConfig } from '@playwright/test';
import { findChromium } from './tools/find-chromium.ts';

const executablePath = findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  // Without the platform's name.
  snapshotPathTemplate: '{testDir}/{testFileName}-snapshots/{arg}{ext}',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  reporter: 'list',
  // For busy machines.
  expect: { timeout: 15_000 },
  use: {
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Enables subpixel positioning of text, as in browsers with a screen.
      args: ['--font-render-hinting=none'],
    },
  },
});
