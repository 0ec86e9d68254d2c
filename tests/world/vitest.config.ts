import { defineConfig } from 'vitest/config';

/** Tests against programs that others wrote, as `deploy` configures them: `npm run test:world`. */
export default defineConfig({
  test: {
    include: ['tests/world/*.world.ts'],
    fileParallelism: false,
    expect: { poll: { timeout: 10_000, interval: 20 } },
    testTimeout: 5 * 60_000,
    hookTimeout: 60_000,
  },
});
