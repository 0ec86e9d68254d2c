import { defineConfig } from 'vitest/config';

/** Builds the site of another firm and walks through it: `npm run test:white-label`. */
export default defineConfig({
  test: {
    include: ['tests/white-label/*.test.ts'],
    testTimeout: 15 * 60 * 1000,
    hookTimeout: 15 * 60 * 1000,
  },
});
