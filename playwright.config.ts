import { defineConfig } from '@playwright/test';

/** Playwright's own browser if unset. */
const executablePath = process.env['CHROMIUM'];

export default defineConfig({
  testDir: 'tests/e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: 3, // Tests mostly wait.
  reporter: 'list',
  // For busy machines.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    // Animations take a fifth of the time. Tests of navigations run them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Enables subpixel positioning of text, as in browsers with a screen.
      args: ['--font-render-hinting=none'],
    },
  },
});
