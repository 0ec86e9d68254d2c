import { defineConfig } from 'vitest/config';

/** The site in Firefox and WebKit: `npm run test:browsers`. `-t Firefox` runs one of them. */
export default defineConfig({
  test: {
    include: ['tests/other-browsers/*.test.ts'],
    fileParallelism: false,
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 120_000,
  },
});
