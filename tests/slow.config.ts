import { defineConfig } from 'vitest/config';

/** Tests that take minutes: `npm run test:chaos`, `test:world` and `test:white-label`. */
export default defineConfig({
  test: {
    include: ['tests/chaos/*.chaos.ts', 'tests/world/*.world.ts', 'tests/white-label/*.test.ts'],
    fileParallelism: false,
    expect: { poll: { timeout: 10_000, interval: 20 } },
    testTimeout: 20 * 60_000,
    hookTimeout: 5 * 60_000,
  },
});
