import { defineConfig } from 'vitest/config';

/** Tests in Firefox and WebKit: `npm run test:other-browsers`. `-t Firefox` runs one browser. */
export default defineConfig({
  test: {
    include: ['tests/other-browsers/*.test.ts'],
    fileParallelism: false,
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 120_000,
  },
});
