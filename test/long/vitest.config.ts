import { defineConfig } from 'vitest/config';

/** Drills that take minutes: `npm run test:long`. */
export default defineConfig({
  test: {
    include: ['test/long/**/*.drill.ts'],
    fileParallelism: false,
    testTimeout: 20 * 60 * 1000,
  },
});
