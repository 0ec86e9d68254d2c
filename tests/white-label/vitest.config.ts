import { defineConfig } from 'vitest/config';

/** White-label tests, which build the site for another firm: `npm run test:white-label`. */
export default defineConfig({
  test: {
    include: ['tests/white-label/*.test.ts'],
    testTimeout: 15 * 60 * 1000,
    hookTimeout: 15 * 60 * 1000,
  },
});
