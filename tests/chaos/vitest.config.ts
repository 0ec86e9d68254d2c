import { defineConfig } from 'vitest/config';

/** Faults that take minutes: `npm run test:chaos`. */
export default defineConfig({
  test: {
    include: ['tests/chaos/*.chaos.ts'],
    fileParallelism: false,
    testTimeout: 20 * 60 * 1000,
  },
});
