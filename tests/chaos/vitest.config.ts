import { defineConfig } from 'vitest/config';

/** Chaos and soak tests, which take minutes: `npm run test:chaos`. */
export default defineConfig({
  test: {
    include: ['tests/chaos/*.chaos.ts'],
    fileParallelism: false,
    testTimeout: 20 * 60 * 1000,
  },
});
