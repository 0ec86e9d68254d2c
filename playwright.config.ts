import { defineConfig } from '@playwright/test';
import { findChromium } from './tools/find-chromium.ts';

const executablePath = findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  // The same on every system.
  snapshotPathTemplate: '{testDir}/{testFileName}-snapshots/{arg}{ext}',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  reporter: 'list',
  // For busy machines: a test that passes does not wait for it.
  expect: { timeout: 15_000 },
  use: {
    launchOptions: {
      ...(executablePath && { executablePath }),
      // A headless shell would place letters on whole pixels, which browsers with a screen do not.
      args: ['--font-render-hinting=none'],
    },
  },
});
