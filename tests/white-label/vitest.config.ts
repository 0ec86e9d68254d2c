import { defineConfig } from 'vitest/config';

/** White-label tests, which build the site for another firm: `npm run test:white-label`. */
export default defineConfig({
  test: {
    include: ['tests/white-label/*.test.ts'],
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 15 * 60 * 1000,
    hookTimeout: 15 * 60 * 1000,
  },
});
